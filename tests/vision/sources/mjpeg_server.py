"""A network camera as a process of its own, to be killed and started again: ``mjpeg_server.py PORT [PICTURES FPS]``.

Each picture's X-Timestamp is time.monotonic(), which processes on one Linux computer share. After PICTURES of them it
hangs up (0: never).
"""

import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

PORT, PICTURES, FPS = (int(word) for word in [*sys.argv[1:], "0", "30"][:3])
NOISE = np.random.default_rng(0).integers(0, 255, (240, 320, 3), np.uint8)


class Camera(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        number = 0
        start_s = time.monotonic()
        try:
            while PICTURES == 0 or number < PICTURES:
                data = cv2.imencode(".jpg", np.roll(NOISE, number, axis=1))[1].tobytes()
                stamp = f"X-Timestamp: {time.monotonic():.6f}"
                head = f"--frame\r\nContent-Type: image/jpeg\r\n{stamp}\r\nContent-Length: {len(data)}\r\n\r\n"
                self.wfile.write(head.encode() + data + b"\r\n")
                number += 1
                time.sleep(max(0.0, start_s + number / FPS - time.monotonic()))
        except OSError:
            return

    def log_message(self, *args: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    allow_reuse_address = True
    daemon_threads = True


with Server(("127.0.0.1", PORT), Camera) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
