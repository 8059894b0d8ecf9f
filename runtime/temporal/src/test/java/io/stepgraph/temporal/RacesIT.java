package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many clients at the same moment. */
@Timeout(180)
@Tag("nightly")
@Tag("L6")
@Tag("L7")
final class RacesIT extends TemporalServer {
    private static final int RUNS = 15;
    private static final int CLIENTS = 16;

    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);

    @AfterEach
    void close() {
        clients.shutdownNow();
    }

    private static List<RunEvent> log(RunClient<Notes, Node> runs, String id) {
        List<RunEvent> events = new ArrayList<>();
        try (RunStream stream = runs.events(id)) {
            stream.forEach(event -> events.add(event.event()));
        }
        return events;
    }

    @Test
    @Tag("I3")
    void clients_who_answer_cancel_and_change_the_mode_agree_on_one_end() throws Exception {
        RunClient<Notes, Node> runs = on(Graphs.review().build());
        List<Ticket> tickets = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            tickets.add(Outcomes.asked(runs.run("run" + i, Notes.of(), null)).ticket());
        }
        Set<String> taken = ConcurrentHashMap.newKeySet();
        List<RuntimeException> failures = new CopyOnWriteArrayList<>();
        CyclicBarrier together = new CyclicBarrier(CLIENTS);
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            calls.add(clients.submit(() -> {
                for (Ticket ticket : tickets) {
                    together.await();
                    try {
                        act(runs, ticket, client, taken);
                    } catch (RuntimeException unexpected) {
                        failures.add(unexpected); // the others wait for this client
                    }
                }
                return null;
            }));
        }
        for (Future<?> call : calls) {
            call.get();
        }
        assertThat(failures).isEmpty();

        int answered = 0;
        for (Ticket ticket : tickets) {
            RunOutcome<Node> end = runs.await(ticket.runId());
            List<RunEvent> log = log(runs, ticket.runId());
            assertThat(log)
                    .filteredOn(event -> event instanceof RunEvent.Completed || event instanceof RunEvent.Cancelled)
                    .hasSize(1)
                    .containsExactly(log.get(log.size() - 1));
            assertThat(log.get(log.size() - 1) instanceof RunEvent.Completed)
                    .isEqualTo(end instanceof RunOutcome.Completed);
            List<String> winners = taken.stream()
                    .filter(answer -> answer.startsWith(ticket.runId() + " "))
                    .toList();
            assertThat(winners).hasSizeLessThan(2);
            assertThat(log).filteredOn(RunEvent.Answered.class::isInstance).hasSize(winners.size());
            answered += winners.size();
        }
        assertThat(answered).isBetween(1, RUNS);
    }

    private static void act(RunClient<Notes, Node> runs, Ticket ticket, int client, Set<String> taken) {
        if (client < 10) {
            try {
                runs.answer(ticket, new Approved("client " + client));
                taken.add(ticket.runId() + " " + client);
            } catch (StaleAnswerException late) {
                assertThat(late).hasMessageContaining(ticket.runId());
            }
        } else if (client < 13) {
            runs.as(Actor.named("client " + client)).mode(ticket.runId(), PermissionMode.DEFAULT);
        } else {
            // They come a moment later, so that answers win, too.
            LockSupport.parkNanos(client * 500_000L);
            runs.as(Actor.named("client " + client)).cancel(ticket.runId());
        }
    }

    @Test
    @Tag("I5")
    void an_answer_at_the_moment_of_its_expiry_wins_or_is_refused() throws Exception {
        RunClient<Notes, Node> runs = on(TestGraph.of(Notes.class)
                .start(ASK)
                .interrupt(
                        ASK,
                        String.class,
                        s -> s.to(FIRST, SECOND)
                                .answeredBy(ValueType.of(String.class))
                                .expires(4_000),
                        answer -> answer instanceof Expired ? SECOND : FIRST,
                        (notes, input, context) -> Transition.ask("Still there?"))
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
