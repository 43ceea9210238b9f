"""The hall's metrics, read as Prometheus reads them."""

from pathlib import Path

from journals import played
from prometheus_client.parser import text_string_to_metric_families

from referee.club.record import Club
from referee.journal.store import Journal
from web.hall.app import create_hall_app
from web.hall.events_out.publisher import Publisher
from web.hall.events_out.webhook import Webhook
from web.hall.news import HallNews


def test_prometheus_reads_how_the_hall_is(tmp_path: Path) -> None:
    with Club(tmp_path / "club.sqlite") as club, Journal(played(tmp_path)) as journal:
        club.take('Table "3"', list(journal.entries()))
        publisher = Publisher(club, Webhook("http://127.0.0.1:9/hook", "a secret of this club"))
        client = create_hall_app(club, HallNews(club), publishers=[publisher]).test_client()
        answer = client.get("/metrics", headers={"Host": "127.0.0.1"})
        publisher.close()
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain")
    found = {
        sample.name: (sample.labels, sample.value)
        for family in text_string_to_metric_families(answer.get_data(as_text=True))
        for sample in family.samples
    }
    assert found["vedette_matches"] == ({}, 1)
    assert found["vedette_entries_total"] == ({}, 11)
    labels, at_s = found["vedette_table_last_entry_timestamp_seconds"]
    assert (labels, at_s) == ({"place": 'Table "3"', "game": "ambush"}, 1795262411.0)
    assert found["vedette_receiver_away"] == ({"receiver": "http://127.0.0.1:9/hook"}, 0)
