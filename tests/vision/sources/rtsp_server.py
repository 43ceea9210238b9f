"""An RTSP camera as a process of its own, for Debian's /usr/bin/python3: ``rtsp_server.py PORT [--check]``.

Its H.264 pictures, 30 a second, are one even grey each: it tells when the picture was made, (level - 16) / 8 counts
thirtieths of a second of time.monotonic(), modulo 27.
"""

import sys
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

WIDTH, HEIGHT, FPS = 320, 240, 30
PIPELINE = (
    f"( appsrc name=camera is-live=true do-timestamp=true format=time "
    f"caps=video/x-raw,format=I420,width={WIDTH},height={HEIGHT},framerate={FPS}/1 ! "
    "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! rtph264pay name=pay0 pt=96 )"
)


def feed(_: object, media: GstRtspServer.RTSPMedia) -> None:
    camera = media.get_element().get_child_by_name("camera")

    def push() -> bool:
        level = 16 + 8 * (int(time.monotonic() * FPS) % 27)
        data = bytes([level]) * (WIDTH * HEIGHT) + bytes([128]) * (WIDTH * HEIGHT // 2)
        return camera.emit("push-buffer", Gst.Buffer.new_wrapped(data)) == Gst.FlowReturn.OK

    GLib.timeout_add(1000 // FPS, push)


Gst.init(None)
missing = [name for name in ("appsrc", "x264enc", "rtph264pay") if Gst.ElementFactory.find(name) is None]
if missing:
    sys.exit(f"GStreamer lacks {', '.join(missing)}")
if "--check" not in sys.argv:
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(sys.argv[1])
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(PIPELINE)
    factory.set_shared(True)
    factory.connect("media-configure", feed)
    server.get_mount_points().add_factory("/table", factory)
    server.attach(None)
    print(server.get_bound_port(), flush=True)
    GLib.MainLoop().run()
