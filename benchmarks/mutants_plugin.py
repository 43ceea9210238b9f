"""A pytest plugin that holds all mutants at once, asleep: ``a < b`` is ``(a <= b if _mutant_(7) else a < b)``.

``mutants.py`` starts pytest with it. As "hits" it runs all tests and keeps which of them come by which mutant. As
"fork" it collects the tests once, and a child for each mutant wakes that one and runs the tests that come by it,
until one fails. As "wake" it runs pytest as usual with one mutant awake from the start.
"""

import ast
import builtins
import functools
import gc
import importlib.machinery
import json
import os
import signal
import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
WARM = 4
"""So many tests run before the first fork, so that not every child does again what is done once in a process."""
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def changed(node: ast.AST) -> ast.expr | None:  # noqa: PLR0911
    """Return the mutant of an expression, if it has one."""
    new = deepcopy(node)
    if isinstance(new, ast.Compare) and type(new.ops[0]) in COMPARED:
        new.ops[0] = COMPARED[type(new.ops[0])]()
        return new
    if isinstance(new, ast.BinOp) and type(new.op) in COUNTED:
        new.op = COUNTED[type(new.op)]()
        return new
    if isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        return new
    if isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        return new.operand
    if isinstance(new, ast.IfExp):
        new.body, new.orelse = new.orelse, new.body
        return new
    if isinstance(new, ast.Constant) and isinstance(new.value, bool | int | float):
        return ast.Constant(not new.value if isinstance(new.value, bool) else new.value + 1)
    return None


def key_of(node: ast.AST) -> tuple[str, int, int, int]:
    """Return what a node is found by in its file."""
    return (type(node).__name__, node.lineno, node.col_offset, node.end_col_offset)  # type: ignore[attr-defined]


def places_in(node: ast.AST, late: bool = False) -> Iterator[tuple[ast.expr, bool]]:
    """Yield each expression that may be changed, and whether it is computed when called, not when imported.

    Annotations, decorators, patterns of ``match`` and what stands in an f-string are left alone.
    """
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "pattern") or isinstance(node, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                if isinstance(child, ast.expr) and child.lineno == child.end_lineno and changed(child) is not None:
                    yield child, late
                yield from places_in(child, late or (isinstance(node, FUNCTION | ast.Lambda) and field == "body"))


class Sleeper(ast.NodeTransformer):
    """Puts the mutants of one file beside what they change, and a mark of the file into each of its functions."""

    def __init__(self, numbers: dict[tuple[Any, ...], int], file_number: int) -> None:
        self.numbers, self.file_number = numbers, file_number

    def visit(self, node: ast.AST) -> ast.AST:
        number = self.numbers.get(key_of(node)) if isinstance(node, ast.expr) else None
        node = self.generic_visit(node)
        if isinstance(node, FUNCTION):
            first = isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
            node.body.insert(int(first), ast.Expr(_asked(self.file_number)))
        if number is None:
            return node
        awake = changed(node)
        assert isinstance(node, ast.expr)
        assert awake is not None
        return ast.copy_location(ast.IfExp(_asked(number), awake, node), node)


def _asked(number: int) -> ast.Call:
    return ast.Call(ast.Name("_mutant_", ast.Load()), [ast.Constant(number)], [])


class Sleepers:
    """All mutants, put into the modules as these are imported."""

    def __init__(self, task: dict[str, Any]) -> None:
        self.task = task
        self.awake = int(os.environ.get("MUTANT", "-1"))
        mutants = task["mutants"]
        files = sorted({one["file"] for one in mutants})
        self.file_number = {file: len(mutants) + number for number, file in enumerate(files)}
        self.hits = bytearray(len(mutants) + len(files))
        numbers: dict[str, dict[tuple[Any, ...], int]] = {}
        for number, one in enumerate(mutants):
            numbers.setdefault(one["file"], {})[tuple(one["key"])] = number
        paths = {str(Path(task["folder"]) / file): file for file in files}
        usual = importlib.machinery.SourceFileLoader.get_code

        def get_code(loader: Any, name: str) -> Any:
            path = loader.get_filename(name)
            if path not in paths:
                return usual(loader, name)
            file = paths[path]
            tree = Sleeper(numbers[file], self.file_number[file]).visit(ast.parse(loader.get_data(path), path))
            return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

        importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
        builtins._mutant_ = self.ask  # type: ignore[attr-defined]
        self.file: Path | None = None
        self.failed = ""

    def ask(self, number: int) -> bool:
        """Say whether a mutant is awake, and keep that a test came by."""
        self.hits[number] = 1
        return number == self.awake

    def seen(self) -> list[int]:
        """Return what was come by since the last time."""
        numbers = [number for number, hit in enumerate(self.hits) if hit]
        self.hits[:] = bytes(len(self.hits))
        return numbers

    def forget(self) -> None:
        """Empty the caches of our own functions."""
        for one in gc.get_objects():
            if (
                isinstance(one, functools._lru_cache_wrapper)
                and str(one.__module__).split(".")[0] in self.task["caches"]
            ):
                one.cache_clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid


class Hits(Sleepers):
    """Keeps which tests come by which mutants, and how long each test takes."""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if item.path != self.file:  # what one file's tests left in a cache hides from the next's that they need it
            self.file = item.path
            self.forget()
        self.seen()
        self.failed = ""
        began = time.perf_counter()
        yield
        took = time.perf_counter() - began
        kept = {"test": item.nodeid, "took": took, "hits": self.seen(), "failed": self.failed != ""}
        self.write(kept)

    def pytest_collection_finish(self) -> None:
        self.write({"test": "", "took": 0.0, "hits": self.seen(), "failed": False})

    def write(self, kept: dict[str, Any]) -> None:
        """Keep what one test came by, or what was come by while modules were imported."""
        name = os.environ.get("PYTEST_XDIST_WORKER", "one")
        with (Path(self.task["scratch"]) / f"hits-{name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(kept) + "\n")


class Forks(Sleepers):
    """Runs each mutant's tests in a child of a process that has collected all tests."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        phases = (Phase.explicit, Phase.generate)  # that one example fails will do: the least is not looked for
        settings.register_profile("mutants", settings.default, phases=phases)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        lines = [json.loads(line) for line in Path(os.environ["MUTANTS_ASKED"]).read_text("utf-8").splitlines()]
        first = [name for asked in lines for name in asked["tests"][:1] if name in items]
        often = dict.fromkeys(sorted(first, key=first.count, reverse=True))
        for name in list(often)[:WARM]:  # they load compiled kernels, say
            items[name].config.hook.pytest_runtest_protocol(item=items[name], nextitem=None)
        self.forget()
        self.failed = ""
        for asked in lines:
            chosen = [items[name] for name in asked["tests"] if name in items]
            reader, writer = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(reader)
                self.run(session, chosen, asked, writer)
            os.close(writer)
            with os.fdopen(reader) as pipe:
                how = pipe.read()
            os.waitpid(child, 0)
            answer = json.dumps({"number": asked["number"], "how": how or "crashed", "tests": len(chosen)})
            with Path(os.environ["MUTANTS_ASKED"] + ".answers").open("a", encoding="utf-8") as file:
                file.write(answer + "\n")
        return True

    def run(self, session: pytest.Session, items: list[pytest.Item], asked: dict[str, Any], writer: int) -> None:
        """Run tests until one fails; say which; end the process."""

        def too_slow(*_: object) -> None:
            os.write(writer, b"found too slow")
            try:
                session._setupstate.teardown_exact(None)  # a database server, say
            finally:
                os._exit(1)

        gc.disable()  # it would touch, and so copy, all that the parent has in memory
        signal.signal(signal.SIGALRM, too_slow)
        os.setpgid(0, 0)
        self.awake = asked["number"]
        end = time.process_time() + asked["seconds"]
        signal.alarm(60 + 6 * int(asked["seconds"]))  # of the clock: a hang
        session.config.option.timeout = 0
        how = ""
        try:
            for item, after in zip(items, [*items[1:], None], strict=True):
                if self.failed or time.process_time() > end:
                    break
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            session._setupstate.teardown_exact(None)
            how = f"found {self.failed}" if self.failed else ""
        except BaseException as problem:
            how = f"found {problem!r}"
        os.write(writer, (how or "not found").encode())
        os._exit(0)


def _sleepers() -> Sleepers | None:
    if (path := os.environ.get("MUTANTS")) is None:
        return None
    kind = {"hits": Hits, "fork": Forks, "wake": Sleepers}[os.environ["MUTANTS_HOW"]]
    return kind(json.loads(Path(path).read_text("utf-8")))


SLEEPERS = _sleepers()  # before any conftest imports what is to be changed


def pytest_configure(config: pytest.Config) -> None:
    if SLEEPERS is not None:
        config.pluginmanager.register(SLEEPERS, "sleepers")
