package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.VisitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The log of a run: every write adds its events in its own transaction, numbered without gap or repeat. */
@Tag("V1")
@Tag("V4")
@Tag("L4")
interface EventLogContract extends StoreFixture {

    private EventLog log(long after) {
        return Objects.requireNonNull(store().log().events(KEY, after, Integer.MAX_VALUE));
    }

    private static Commit withEvents(StoredRun run, long visit, String... events) {
        List<Json> documents = new ArrayList<>();
        for (String event : events) {
            documents.add(Json.of(event));
        }
        VisitResult result = new VisitResult(at("review", visit), null, null, null, documents);
        return new Commit(run.revision(), run.commandVersion(), "print-1", result, List.of());
    }

    @Test
    default void V1_V4_events_are_numbered_without_gap_or_repeat_and_read_page_by_page_from_any_number() {
        StoredRun run = started();
        run = committed(run, withEvents(run, 2, "{\"a\":1}", "{\"a\":\"ä€😀\"}"));
        run = committed(run, withEvents(run, 3));
        run = committed(run, withEvents(run, 4, "{\"a\":3}"));

        EventLog log = log(0);

        assertThat(run.lastEvent()).isEqualTo(4);
        assertThat(log.runNumber()).isEqualTo(run.runNumber());
        assertThat(log.isComplete()).isFalse();
        assertThat(log.batches()).extracting(EventLog.Batch::first).containsExactly(1L, 2L, 4L);
        assertThat(log.batches()).extracting(EventLog.Batch::last).containsExactly(1L, 3L, 4L);
        assertThat(log.batches())
                .extracting(batch -> batch.events().text())
                .containsExactly("[" + EVENT + "]", "[{\"a\":1},{\"a\":\"ä€😀\"}]", "[{\"a\":3}]");
        StoredRun read = present(store().runs().find(KEY));
        assertThat(log.batches())
                .allSatisfy(batch -> assertThat(batch.at()).isBetween(read.startedAt(), read.readAt()));

        assertThat(log(KEY, 0, 2).batches()).extracting(EventLog.Batch::last).containsExactly(1L, 3L);
        assertThat(log(3).batches()).extracting(EventLog.Batch::last).containsExactly(4L);
        assertThat(log(2).batches()).extracting(EventLog.Batch::first).containsExactly(2L, 4L);
        assertThat(log(4).batches()).isEmpty();
        assertThat(log(99).batches()).isEmpty();
    }

    @Test
    default void V4_a_long_log_is_the_same_in_pages_of_any_size_and_in_every_character() {
        List<String> written = new ArrayList<>(List.of(EVENT.text()));
        StoredRun run = started();
        for (int visit = 2; visit <= 60; visit++) {
            // A custom event may be long and deep, and hold all that JSON knows.
            String text = "y".repeat(visit % 20 == 0 ? 5_000 : visit * 7);
            String deep = "[".repeat(visit * 8) + "]".repeat(visit * 8);
            written.add("{\"visit\":" + visit + ",\"is\":[1.0,1e400,-0,12345678901234567890,null,true],\"text\":\""
                    + text + " \\u0041\\n'\\\"ä\",\"\":" + deep + "}");
            run = committed(run, withEvents(run, visit, written.get(visit - 1)));
        }

        for (int size : List.of(1, 2, 7, 59, 60, 61)) {
            List<String> read = new ArrayList<>();
            EventLog page = log(KEY, 0, size);
            while (!page.batches().isEmpty()) {
                assertThat(page.batches()).hasSizeLessThanOrEqualTo(size);
                for (EventLog.Batch batch : page.batches()) {
                    assertThat(batch.first()).isEqualTo(read.size() + 1);
                    read.add(batch.events().text());
                }
                page = Objects.requireNonNull(store().log().events(KEY, read.size(), size));
            }
            assertThat(read)
                    .isEqualTo(written.stream().map(event -> "[" + event + "]").toList());
        }
    }

    @Test
    default void V4_a_page_has_the_bytes_of_a_page_and_one_batch_more_at_most() {
        int kib = 1_024;
        int most = 0;
        long reached = 0;
        StoredRun run = started();
        for (int visit = 2; visit <= 12; visit++) {
            int size = visit == 6 ? 3_000 * kib : 300 * kib;
            run = committed(run, withEvents(run, visit, "\"" + "x".repeat(size) + "\"", "1"));
        }

        while (reached < run.lastEvent()) {
            EventLog page = log(reached);
            List<EventLog.Batch> batches = page.batches();
            assertThat(batches).isNotEmpty();
            assertThat(batches.get(0).first()).isEqualTo(reached + 1);
            assertThat(batches.subList(0, batches.size() - 1).stream()
                            .mapToLong(batch -> batch.events().size())
                            .sum())
                    .isLessThan(EventLog.PAGE_BYTES);
            reached = batches.get(batches.size() - 1).last();
            most = Math.max(most, batches.size());
        }
        assertThat(most).isGreaterThan(1);
    }

    @Test
    default void V1_a_refused_write_adds_nothing() {
        StoredRun run = started();
        StoredRun taken = acquired(run, BOB);

        assertRefused(run, withEvents(taken, 2, "{}"));
        command(KEY, PLAN);
        assertThat(store().runs().commit(taken.lease(LEASE), withEvents(taken, 2, "{}")))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);

        assertThat(found(taken).lastEvent()).isEqualTo(3);
        assertThat(log(0).batches()).extracting(EventLog.Batch::last).containsExactly(1L, 2L, 3L);
    }

    @Test
    default void V1_every_kind_of_write_tells() {
        StoredRun run = started();
        StoredRun waiting = committed(run, rests(run, question()));
        StoredRun going = answered(waiting, "\"yes\"");
        command(KEY, new RunCommand.SetMode(PermissionMode.PLAN, "da\"ve"));
        StoredRun queued = released(going);
        StoredRun again = acquired(queued, ANN);
        StoredRun failed = committed(again, rests(found(again), FAILED));
        assertThat(failed.lastEvent()).isEqualTo(6);
        assertThat(log(0).isComplete()).isTrue();
        StoredRun reopened = acquired(failed, ANN);
        assertThat(log(0).isComplete()).isFalse();
        store().runs().release(reopened.lease(LEASE));
        command(KEY, CANCEL);

        EventLog log = log(3);
        assertThat(log.isComplete()).isTrue();
        assertThat(log.batches().get(0).events().text())
                .isEqualTo("[{\"event\":\"mode-changed\",\"mode\":\"PLAN\",\"by\":\"da\\\"ve\"}]");
        assertThat(log.batches().get(log.batches().size() - 1).events().text())
                .isEqualTo("[{\"event\":\"cancelled\",\"by\":\"dave\"}]");
        assertThat(log.batches().get(log.batches().size() - 1).last()).isEqualTo(8);
        assertThat(found(run).lastEvent()).isEqualTo(8);
    }

    @Test
    default void V4_a_log_that_is_opened_again_while_it_is_read_is_complete_at_its_new_end_only() {
        StoredRun run = started();
        run = committed(run, withEvents(run, 2, "{\"a\":1}"));
        StoredRun failed = committed(run, rests(run, FAILED));
        assertThat(log(KEY, 0, 2).isComplete()).isFalse();
        assertThat(log(2).isComplete()).isTrue();
        assertThat(log(3).isComplete()).isTrue();

        StoredRun reopened = acquired(failed, BOB);

        for (long after : List.of(0L, 2L, 3L, 4L)) {
            assertThat(log(after).isComplete()).isFalse();
        }
        assertThat(log(3).batches()).extracting(EventLog.Batch::last).containsExactly(4L);
        committed(reopened, rests(reopened, FAILED));
        assertThat(log(KEY, 2, 2).isComplete()).isFalse();
        assertThat(log(3).isComplete()).isTrue();
        assertThat(log(3).batches()).extracting(EventLog.Batch::last).containsExactly(4L, 5L);
    }

    @Test
    default void V1_the_terminal_event_of_a_cancelled_run_is_told_once_by_whoever_ends_it() {
        StoredRun run = started();
        command(KEY, CANCEL);
        assertThat(found(run).lastEvent()).isEqualTo(1);

        store().runs().release(run.lease(LEASE));
        command(KEY, new RunCommand.Cancel("eve"));
        command(KEY, new RunCommand.SetMode(PermissionMode.PLAN, "eve"));

        assertThat(log(1).batches()).hasSize(1);
        assertThat(log(1).batches().get(0).events().text()).isEqualTo("[{\"event\":\"cancelled\",\"by\":\"dave\"}]");
    }

    @Test
    default void L4_the_log_of_a_deleted_run_is_gone_and_its_namesake_begins_at_1() {
        StoredRun first = rested(COMPLETED);
        store().removals().delete(KEY);
        assertThat(store().log().events(KEY, 0, 10)).isNull();

        StoredRun namesake = started();

        assertThat(log(0).runNumber()).isEqualTo(namesake.runNumber()).isGreaterThan(first.runNumber());
        assertThat(log(0).batches()).extracting(EventLog.Batch::last).containsExactly(1L);
    }
}
