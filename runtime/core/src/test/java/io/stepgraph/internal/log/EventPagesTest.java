package io.stepgraph.internal.log;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.EventLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In which pages a stored log is read (V4). */
@Timeout(60)
@Tag("V4")
final class EventPagesTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    @AutoClose
    private final Fixture fixture = new Fixture();

    /** Reads the log of a run that gives a custom event of such length at each visit, and says in which pages. */
    private List<EventLog> pages(int visits, IntUnaryOperator length) {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> {
                    context.emit("x".repeat(length.applyAsInt(++notes.count)));
                    return notes.count < visits ? Transition.go(FIRST) : Transition.end();
                })
                .build();
        RunClient<Notes, Node> runs = fixture.runs(graph);
        Outcomes.completed(runs.run("one", Notes.of(), null));
        fixture.store.forget();
        List<Integer> lengths = new ArrayList<>();
        try (RunStream stream = runs.events("one")) {
            stream.forEach(event -> {
                if (event.event() instanceof RunEvent.Custom customEvent) {
                    lengths.add(((String) customEvent.event()).length());
                }
            });
        }
        assertThat(lengths).hasSize(visits);
        for (int visit = 1; visit <= visits; visit++) {
            assertThat(lengths.get(visit - 1)).isEqualTo(length.applyAsInt(visit));
        }
        return fixture.store.pages();
    }

    private static List<Integer> batches(List<EventLog> pages) {
        return pages.stream().map(page -> page.batches().size()).toList();
    }

    private static int bytes(EventLog page) {
        return page.batches().stream().mapToInt(batch -> batch.events().size()).sum();
    }

    @Test
    void V4_a_log_of_short_events_is_read_in_pages_of_many_so_that_a_long_one_takes_few() {
        // One batch a visit, and the start's.
        assertThat(batches(pages(255, visit -> 1))).containsExactly(64, 64, 64, 64);
    }

    @Test
    void V4_a_log_of_large_custom_events_is_read_in_pages_of_not_much_more_than_a_mebibyte() {
        assertThat(pages(40, visit -> 300 * KIB)).hasSizeLessThan(20).allMatch(page -> bytes(page) < 2 * MIB);
    }

    @Test
    void V4_a_custom_event_that_is_larger_than_a_page_ends_it() {
        assertThat(batches(pages(10, visit -> visit == 4 ? MIB : 1))).containsExactly(5, 6);
    }
}
