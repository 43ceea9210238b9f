"""The hall's metrics, as Prometheus reads them."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from referee.club.record import Club
from web.hall.events_out.publisher import Publisher
from web.hall.view import newest_of


class HallMetrics(Collector):
    """What is counted when Prometheus asks: matches, entries, how old each table's last entry is, events sent."""

    def __init__(self, club: Club, publishers: Sequence[Publisher]) -> None:
        self._club, self._publishers = club, publishers

    def collect(self) -> Iterator[Metric]:
        """Yield each metric; raises Unread while the database is away."""
        matches, entries = self._club.count()
        yield GaugeMetricFamily("vedette_matches", "Matches that the club has.", matches)
        yield CounterMetricFamily("vedette_entries", "Entries of all matches.", entries)
        last = GaugeMetricFamily(
            "vedette_table_last_entry_timestamp_seconds", "When a table's newest entry was written, by its own clock.",
            labels=["place", "game"],
        )  # fmt: skip
        for match in newest_of(self._club):
            last.add_metric([match.place, match.game], datetime.fromisoformat(match.last).timestamp())
        yield last
        sent = CounterMetricFamily("vedette_events_sent", "Events told to a receiver.", labels=["receiver"])
        away = GaugeMetricFamily("vedette_receiver_away", "1 where a receiver cannot be reached.", labels=["receiver"])
        for publisher in self._publishers:
            sent.add_metric([publisher.receiver.name], publisher.sent)
            away.add_metric([publisher.receiver.name], publisher.is_away)
        yield from (sent, away)


def metrics_blueprint(club: Club, publishers: Sequence[Publisher]) -> Blueprint:
    """Return the route that Prometheus asks."""
    blueprint, registry = Blueprint("metrics", __name__), CollectorRegistry(auto_describe=False)
    registry.register(HallMetrics(club, publishers))

    @blueprint.get("/metrics")
    def metrics() -> ResponseReturnValue:
        """Return the hall's metrics in Prometheus's text format."""
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)

    return blueprint
