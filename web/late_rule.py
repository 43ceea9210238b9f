"""A route's rule that learns to write its address when first asked: most pages never ask most routes."""

from collections.abc import Callable

from werkzeug.routing import Rule

Built = Callable[..., tuple[str, str]]


class LateRule(Rule):
    """A rule as Werkzeug's own, which compiles two functions for each route at once: half the time of making an app."""

    def _compile_builder(self, append_unknown: bool = True) -> Built:
        compile_now = super()._compile_builder
        built: list[Built] = []

        def build(rule: Rule, **values: object) -> tuple[str, str]:
            if not built:
                built.append(compile_now(append_unknown))
            return built[0](rule, **values)

        return build
