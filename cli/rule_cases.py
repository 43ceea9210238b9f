"""What `vedette rule` does with a text of many cases: it finds one, or checks each against what it expects."""

import json
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from textwrap import shorten

import click

from referee.words import verdict_word
from rules.expectation import differences
from rules.ruling import Ruling
from table.errors import BadFile, BadInput
from table.notation.case_file import Case

WIDTH = 100
NOTHING_EXPECTED = "it expects nothing: add a line such as '= allowed A2.3 hit'"


def case_named(cases: Sequence[Case], name: str, file: str) -> Case:
    """Return the case of that name; raises BadFile."""
    for case in cases:
        if case.name == name:
            return case
    near = get_close_matches(name, [case.name for case in cases], 3, 0.5) or [case.name for case in cases[:3]]
    raise BadFile(file, "", f"a case of that file, such as {', '.join(near)}", repr(name))


def check_cases(cases: Sequence[Case], ruled: Callable[[Case], Ruling], file: str, as_json: bool) -> None:
    """Rule on every case and print which come out as they expect; raises BadInput where one does not."""
    if not cases:
        raise BadFile(file, "", "at least one case", "none")
    wrong, told = 0, []
    for case in cases:
        ruling = ruled(case)
        found = differences(case.expect, ruling) if case.expect else [NOTHING_EXPECTED]
        wrong += bool(found)
        if as_json:
            told.append({"name": case.name, "reason": case.reason, "differences": found, "ruling": ruling.as_dict()})
            continue
        said = shorten(case.reason, WIDTH, placeholder=" ...") if not found else verdict_word(ruling)
        click.echo(f"{'✗' if found else '✓'} {case.name}: {said}")
        for each in found:
            click.echo(f"    {each}")
    if as_json:
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    if wrong:
        come = "case does not come out as it expects" if len(cases) == 1 else "cases do not come out as they expect"
        raise BadInput(f"{file}: {wrong} of {len(cases)} {come}")
    if not as_json:
        click.echo(f"\n{len(cases)} {'case comes' if len(cases) == 1 else 'cases come'} out as expected.")
