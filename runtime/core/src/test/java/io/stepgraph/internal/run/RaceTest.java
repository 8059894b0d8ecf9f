package io.stepgraph.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Everything at once, on two runners: nothing is done twice, nothing is stuck, each run ends once (I3, L6, L7). */
@Timeout(60)
@Tag("I3")
@Tag("L6")
@Tag("L7")
final class RaceTest {
    private static final int RUNS = 40;
    private static final List<PermissionMode> MODES = List.of(PermissionMode.values());

    private final Map<String, AtomicInteger> paid = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> ends = new ConcurrentHashMap<>();
    private final TestGraph<Notes> graph = Graphs.review(
            s -> s.requires(PermissionMode.ACCEPT_EDITS), (notes, context) -> count(paid, context.runId()));

    private static void count(Map<String, AtomicInteger> counts, String id) {
        counts.computeIfAbsent(id, unused -> new AtomicInteger()).incrementAndGet();
    }

    private Runner runner(MemoryStore store) {
        return Runner.builder(store)
                .maxMode(PermissionMode.BYPASS_PERMISSIONS)
                .waitTimeout(Duration.ofSeconds(20))
                .observer(event -> {
                    if (event instanceof RunEvent.Completed || event instanceof RunEvent.Failed) {
                        count(ends, event.runId());
                    }
                })
                .build();
    }

    @RepeatedTest(5)
    void answers_modes_cancels_and_resumes(RepetitionInfo repetition) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (MemoryStore store = new MemoryStore();
                Runner one = runner(store);
                Runner two = runner(store)) {
            List<RunClient<Notes, Node>> clients =
                    List.of(one.client(graph, new Object()), two.client(graph, new Object()));
            List<Callable<Object>> calls = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                String id = "run-" + run;
                Ticket ticket =
                        Outcomes.asked(clients.get(0).run(id, Notes.of(), null)).ticket();
                for (int call = 0; call < 12; call++) {
                    Random random = new Random(repetition.getCurrentRepetition() * 10_000L + run * 100L + call);
                    RunClient<Notes, Node> client = clients.get(random.nextInt(2));
                    calls.add(() -> anything(client, id, ticket, random));
                }
            }
            for (Future<Object> call : threads.invokeAll(calls)) {
                call.get();
            }
            for (int run = 0; run < RUNS; run++) {
                clients.get(0).as(Actor.named("ann")).mode("run-" + run, PermissionMode.BYPASS_PERMISSIONS);
                RunOutcome<Node> outcome = clients.get(run % 2).resume("run-" + run);
                assertThat(outcome).isNotInstanceOf(RunOutcome.Parked.class).isNotInstanceOf(RunOutcome.Failed.class);
            }
        }
        threads.shutdown();
        assertThat(paid.values()).allMatch(times -> times.get() == 1);
        assertThat(ends.values()).allMatch(times -> times.get() == 1);
    }

    private static Object anything(RunClient<Notes, Node> client, String id, Ticket ticket, Random random) {
        try {
            switch (random.nextInt(7)) {
                case 0, 1 -> client.answer(ticket, new Graphs.Approved("Ann"));
                case 2 -> client.answer(ticket, new Graphs.Rejected("no"));
                case 3 -> client.as(Actor.named("ann")).mode(id, MODES.get(random.nextInt(MODES.size())));
                case 4 -> {
                    if (random.nextInt(3) == 0) {
                        client.as(Actor.named("ann")).cancel(id);
                    }
                }
                default -> client.resume(id);
            }
        } catch (StaleAnswerException lost) {
            return lost;
        }
        return id;
    }
}
