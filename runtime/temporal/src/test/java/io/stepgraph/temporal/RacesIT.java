package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers at the moment at which their questions expire. */
@Timeout(180)
@Tag("nightly")
@Tag("I5")
final class RacesIT extends TemporalServer {
    private static final int RUNS = 15;

    private final ExecutorService clients = Executors.newFixedThreadPool(RUNS);

    @AfterEach
    void close() {
        clients.shutdownNow();
    }

    @Test
    void an_answer_at_the_moment_of_its_expiry_wins_or_is_refused() throws Exception {
        RunClient<Notes, Node> runs = on(TestGraph.of(Notes.class)
                .start(ASK)
                .asks(
                        ASK,
                        s -> s.to(FIRST, SECOND)
                                .answeredBy(ValueType.of(String.class))
                                .expires(4_000),
                        answer -> answer instanceof Expired ? SECOND : FIRST)
                .step(FIRST, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                    notes.add("an answer");
                    return Transition.end();
                })
                .step(SECOND, s -> s.takes(ValueType.of(Expired.class)).toEnd(), (notes, input, context) -> {
                    notes.add("silence");
                    return Transition.end();
                })
                .build());
        List<Future<String>> calls = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            String id = "run" + i;
            int delay = 1_000 + i * 240;
            calls.add(clients.submit(() -> {
                Ticket ticket = Outcomes.asked(runs.run(id, Notes.of(), null)).ticket();
                LockSupport.parkNanos(delay * 1_000_000L);
                try {
                    runs.answer(ticket, "here");
                    return "[an answer]";
                } catch (StaleAnswerException late) {
                    return "[silence]";
                }
            }));
        }

        Set<String> ends = new HashSet<>();
        for (int i = 0; i < RUNS; i++) {
            String told = calls.get(i).get();
            RunOutcome<Node> end = runs.await("run" + i);
            while (end instanceof RunOutcome.QuestionAsked) {
                // The answer was refused a moment before the timer.
                LockSupport.parkNanos(10_000_000);
                end = runs.await("run" + i);
            }
            assertThat(Outcomes.completed(end)).hasToString(told);
            ends.add(told);
        }
        // Otherwise the answers were not given at the moment of the expiry.
        assertThat(ends).hasSize(2);
    }
}
