#!/usr/bin/env python3
"""Set Vedette up in .venv and run it: Python 3.11 or newer and this folder are all it needs.

    python3 start.py                            set up, then the demo
    python3 start.py demo --port N --no-browser
    python3 start.py test [pytest's options]    set up, then the tests
    python3 start.py prove [NAME ...]           the long proofs, or those of docs/prove/NAME.txt
    python3 start.py vedette ARGS...            any command of Vedette's

Standard library only. Tried on Debian 12; written for macOS and Windows too, not tried there. VEDETTE_VENV names
another folder than .venv, VEDETTE_CHROMIUM the browser for the browser tests.
"""

import sys

# No annotations and no f-strings in this file: an old Python must be able to read it as far as here.
OLDEST = (3, 11)
if sys.version_info < OLDEST:
    sys.exit(
        "Vedette needs Python %d.%d or newer, this is %d.%d: install a newer one and run start.py with it"
        % (OLDEST + tuple(sys.version_info[:2]))
    )

import contextlib  # noqa: E402
import functools  # noqa: E402
import hashlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402
import tomllib  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
WINDOWS = os.name == "nt"
LOCKS = {"run": "requirements.lock", "dev": "requirements-dev.lock"}
INSTALLER = "requirements-uv.lock"
# Followed by a file of LOCKS, or by INSTALLER, which has the exact uv that installs the others.
LOCKED = ["--require-hashes", "--only-binary", ":all:", "-r"]
SHELL = "chromium-headless-shell"
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
BUILDING = "building"
# Writes the bytecode and compiles the kernels now: else the first start would take half a minute longer.
READY = "import cli.demo, cli.serve; from vision.warmup import is_warm, warm; is_warm() or warm()"
PYTEST = ["-m", "pytest", "-q", "--timeout", "3600"]
SHARED = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
# What `prove` runs before the benchmarks. Those of tests/proofs tell what they found, which sharing would hide.
# Tests that hypothesis thinks up: `test` gives them the same examples every time, `random` new ones.
TESTED = {
    "proofs": [*PYTEST, "-m", "prove", "tests/proofs"],
    "studies": [*PYTEST, "-m", "prove", "--ignore", "tests/proofs", *SHARED],
    "random": [*PYTEST, "-m", "hypothesis and not prove", "--hypothesis-profile", "random", *SHARED],
}
# Each prints its findings, kept in docs/prove.
PROOFS = (
    "benchmarks/accuracy.py",
    "benchmarks/real_photos.py",
    "benchmarks/real_lenses.py",
    "benchmarks/hard_set.py",
    "benchmarks/search_limits.py",
    "benchmarks/sentences.py",
    "benchmarks/hex_fit.py",
    "benchmarks/bias.py",
    "benchmarks/cameras.py",
    "benchmarks/frame_cards.py",
    "benchmarks/sigma.py",
    "benchmarks/film.py",
    "benchmarks/bench_frame_to_stands.py",
    "benchmarks/bench_tracking.py",
    "benchmarks/bench_frames.py",
    "benchmarks/bench_journal.py",
    "benchmarks/hall.py",
    "benchmarks/season.py",
    "benchmarks/season_growth.py",
    "benchmarks/serving_soak.py",
    "benchmarks/bench_synthetic.py",
    "benchmarks/outlines.py",
    "benchmarks/true_sight.py",
    "benchmarks/falls.py",
    "benchmarks/hexes.py",
    "benchmarks/shot_film.py",
    "benchmarks/fuzz_rig.py",
    "benchmarks/hostile_rig.py",
    "benchmarks/rig_soak.py",
    "benchmarks/rig_pty.py",
    "benchmarks/rig_firmware.py",
)


class StartError(Exception):
    """What went wrong, in one line."""


def say(line):
    """Tell the user, on stderr: stdout belongs to the command that follows."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def venv_folder():
    """Return the environment's folder: VEDETTE_VENV or .venv beside this file."""
    return os.path.abspath(os.environ.get("VEDETTE_VENV") or os.path.join(HERE, ".venv"))


def in_venv(venv, name):
    """Return the path of a program of the environment."""
    return os.path.join(venv, "Scripts", name + ".exe") if WINDOWS else os.path.join(venv, "bin", name)


def fingerprint(here, venv):
    """Return what an environment depends on, as a hash: where it is, exact versions, what is to be installed."""
    parts = [here, venv]
    for name in sorted(LOCKS.values()):
        with open(os.path.join(here, name), "rb") as file:
            parts.append(hashlib.sha256(file.read()).hexdigest())
    with open(os.path.join(here, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)
    parts += [project["build-system"], project["project"], project["tool"]["setuptools"]]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def read_stamp(venv):
    """Return (level, fingerprint) of a finished set-up, ("building", "") of a broken off one, ("", "") of none.

    One whose Python has gone (removed, or upgraded away) counts as broken off.
    """
    try:
        with open(os.path.join(venv, "vedette-stamp"), encoding="utf-8") as file:
            level, _, mark = file.read().strip().partition(" ")
    except OSError:
        return "", ""
    return (level, mark) if os.path.exists(in_venv(venv, "python")) else (BUILDING, "")


def write_stamp(venv, text):
    """Replace the stamp in one step."""
    place = os.path.join(venv, "vedette-stamp")
    with open(place + ".new", "w", encoding="utf-8") as file:
        file.write(text + "\n")
    os.replace(place + ".new", place)


def plan(stamp, mark, level):
    """Return what is to be done: "nothing", "add" (the tests' packages to a good environment) or "rebuild"."""
    have, have_mark = stamp
    if have_mark != mark or have not in LOCKS:
        return "rebuild"
    return "nothing" if have in (level, "dev") else "add"


@contextlib.contextmanager
def one_at_a_time(venv):
    """Hold the set-up's lock; the system lets go of it even if this process is killed."""
    with open(venv + ".lock", "a+b") as file:
        if WINDOWS:
            import msvcrt  # noqa: PLC0415

            file.seek(0)
            lock = lambda wait: msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # noqa: E731
        else:
            import fcntl  # noqa: PLC0415

            lock = lambda wait: fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))  # noqa: E731
        try:
            lock(False)
        except OSError:
            say("Another start.py is setting up; waiting for it.")
            while True:
                try:
                    lock(True)
                    break
                except OSError:  # Windows gives up after ten seconds
                    continue
        # A pip that outlives a killed start.py keeps the lock (not on Windows): nobody builds beside it.
        os.set_inheritable(file.fileno(), True)
        yield


def set_up(level, run):
    """Make the environment for level "run" or "dev", if it is not there already, and return its folder."""
    venv = venv_folder()
    mark = fingerprint(HERE, venv)
    if plan(read_stamp(venv), mark, level) == "nothing":
        return venv
    os.makedirs(os.path.dirname(venv), exist_ok=True)
    with one_at_a_time(venv):
        todo = plan(read_stamp(venv), mark, level)
        if todo == "nothing":
            return venv
        say("Setting up Vedette in %s (once; a minute or two) ..." % venv)
        if todo == "rebuild":
            clear(venv)
        os.makedirs(venv, exist_ok=True)
        # From here to the last line a kill leaves "building" behind, and the next run begins afresh.
        write_stamp(venv, BUILDING)
        python, run = in_venv(venv, "python"), functools.partial(run, close_fds=False)
        if todo == "rebuild":
            need_ensurepip(run.func)
            check(run([sys.executable, "-m", "venv", venv]), "Python could not make an environment in " + venv)
        failed = "the packages could not be installed (is there a network?); pip says why above. Then run this again"
        with installer(python, run) as install:
            say("  packages (%s) ..." % LOCKS[level])
            check(install(LOCKED + [os.path.join(HERE, LOCKS[level])]), failed)
            say("  Vedette ...")
            check(install(["--no-deps", "--no-index", "--no-build-isolation", "--editable", HERE]), failed)
        say("  the eye, for this machine ...")
        run([python, "-c", READY], cwd=HERE, env=dict(os.environ, PYTHONDONTWRITEBYTECODE=""))
        write_stamp(venv, level + " " + mark)
    return venv


@contextlib.contextmanager
def installer(python, run):
    """Yield a function that installs packages and returns the status: with uv, in a quarter of pip's time, else pip.

    uv reads no pip.conf, and on some machines it cannot be fetched or run: there pip does it all.
    """
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile"]
    pip += ["--retries", "2", "--progress-bar", "off"]
    with tempfile.TemporaryDirectory(prefix="vedette-") as folder:
        fetch = pip + ["--target", folder] + LOCKED + [os.path.join(HERE, INSTALLER)]
        fetched = run(fetch, stderr=subprocess.DEVNULL) == 0
        program = os.path.join(folder, "bin", "uv.exe" if WINDOWS else "uv")
        uv = [program, "pip", "install", "--quiet", "--no-cache", "--python", python]

        def install(arguments):
            """Try uv, then pip, which says what went wrong; some machines run no programs from temporary folders."""
            with contextlib.suppress(OSError):
                if fetched and run(uv + arguments, stderr=subprocess.DEVNULL) == 0:
                    return 0
            return run(pip + arguments)

        yield install


def clear(venv):
    """Delete an environment; never a folder that is none."""
    if not os.path.isdir(venv) or not os.listdir(venv):
        return
    if not os.path.exists(os.path.join(venv, "pyvenv.cfg")) and not read_stamp(venv)[0]:
        raise StartError("%s is not a Python environment; move it away or set VEDETTE_VENV to another folder" % venv)
    shutil.rmtree(venv)


def check(status, words):
    """Stop with these words unless the command went well."""
    if status != 0:
        raise StartError(words)


def can_apt():
    """Return whether this is root on a Debian-like system."""
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def apt_install(package, run):
    """Install a Debian package; return whether it went well."""
    say("  Debian's %s ..." % package)
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    run(["apt-get", "update", "-qq"], env=quiet, stdout=subprocess.DEVNULL)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
    return run(command, env=quiet, stdout=subprocess.DEVNULL) == 0


def need_ensurepip(run):
    """Debian ships Python without what makes environments: install it as root, or say the one command."""
    if run([sys.executable, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL) == 0:
        return
    package = "python%d.%d-venv" % sys.version_info[:2]
    if shutil.which("apt-get") is None:
        raise StartError("this Python lacks ensurepip: install your system's package for venv, then run this again")
    if not can_apt() or not apt_install(package, run):
        raise StartError("this Python lacks ensurepip; run `sudo apt-get install %s`, then this again" % package)


def browser(run):
    """Return a Chromium for the browser tests, installing Debian's as root; None if there is none."""
    named = os.environ.get("VEDETTE_CHROMIUM")
    if named:
        return named
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    # The shell has no window to draw: the same pages take a sixth less of a core. Older systems have no such package.
    for package in (SHELL, "chromium") if found is None and can_apt() else ():
        if apt_install(package, run):
            return shutil.which(package)
    return found


def run_tests(arguments, run):
    """Run the tests and return pytest's status."""
    venv = set_up("dev", run)
    chromium = browser(run)
    if chromium is None:
        say("No Chromium found: the browser tests will be skipped (install it, or name it in VEDETTE_CHROMIUM).")
    environment = dict(os.environ, **({"VEDETTE_CHROMIUM": chromium} if chromium else {}))
    # Many tests start programs, and each would compile all it imports where the machine writes no bytecode.
    # Left to itself glibc keeps what the threads of hundreds of servers once held: 3 GB in a worker.
    environment.update(PYTHONDONTWRITEBYTECODE="", MALLOC_ARENA_MAX="2")
    return run([in_venv(venv, "python"), "-m", "pytest"] + options(arguments) + arguments, cwd=HERE, env=environment)


def options(arguments):
    """Return pytest's options: all tests are shared among the cores; of files that are named the slow ones run too."""
    alone = ("-n", "--numprocesses", "--collect-only", "--co", "--pdb", "-s", "--benchmark-only")
    if any(os.path.exists(os.path.join(HERE, a.partition("::")[0])) for a in arguments):
        return [] if "-m" in arguments else ["-m", "not prove"]
    if any(a.startswith(alone) for a in arguments):
        return []
    return SHARED


def prove(names, run):
    """Run all long proofs or those named, each with its output on the screen and in docs/prove; 1 if any failed."""
    proofs = dict(TESTED)
    proofs.update((os.path.basename(p)[:-3], [p]) for p in PROOFS if os.path.exists(os.path.join(HERE, p)))
    for name in names:
        if name not in proofs:
            raise StartError("no such proof: %s (%s)" % (name, ", ".join(proofs)))
    python = in_venv(set_up("dev", run), "python")
    os.makedirs(os.path.join(HERE, "docs", "prove"), exist_ok=True)
    failed = [name for name in names or proofs if prove_one(name, [python, "-u"] + proofs[name]) != 0]
    say("All proofs hold; their output is in docs/prove." if not failed else "Failed: " + ", ".join(failed))
    return 1 if failed else 0


def prove_one(name, command):
    """Run one proof, its output on the screen and in docs/prove, and return its status."""
    say("== " + name)
    output = os.path.join(HERE, "docs", "prove", name + ".txt")
    piped = {"cwd": HERE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    with open(output, "w", encoding="utf-8") as file, subprocess.Popen(command, **piped) as process:
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            file.write(line)
    return process.returncode


def vedette(arguments, run):
    """Run a command of Vedette's in the user's own folder."""
    program = in_venv(set_up("run", run), "vedette")
    if run is subprocess.call and not WINDOWS:
        os.execv(program, [program] + arguments)  # so that a signal reaches the server itself
    return run([program] + arguments)


def main(arguments, run=subprocess.call):
    """Do what the command line asks and return the exit status."""
    verb, rest = (arguments[0], arguments[1:]) if arguments and arguments[0][:1] != "-" else ("demo", arguments)
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(__doc__)
        return 0
    try:
        if verb == "test":
            return run_tests(rest, run)
        if verb == "prove":
            return prove(rest, run)
        if verb in ("vedette", "demo"):
            return vedette(rest if verb == "vedette" else ["demo"] + rest, run)
        raise StartError("no such verb: %s (demo, test, prove or vedette; see --help)" % verb)
    except (StartError, OSError) as error:
        say("start.py: %s" % error)
    except KeyboardInterrupt:
        say("")
        return 130
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
