package io.stepgraph.internal.lease;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Leases: who is silent for too long loses the run, and nothing of it is stored later (L1, L3). */
@Tag("L1")
@Tag("L3")
@Tag("L6")
@Tag("S2")
final class LeaseTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration LONGER = Duration.ofSeconds(31);

    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> done = new ArrayList<>();

    private TestGraph<Notes> line(Graphs.Work first) {
        return Graphs.line(first, (notes, context) -> notes.add("second"));
    }

    private RunClient<Notes, Node> runs(TestGraph<Notes> graph) {
        return fixture.runs(graph, builder -> builder.lease(LEASE));
    }

    @Test
    void L3_a_run_of_another_machine_is_taken_over_when_its_lease_is_over() {
        TestGraph<Notes> dying = line((notes, context) -> Crash.now(fixture));
        Crash.elsewhere(fixture, () -> runs(dying).run("one", Notes.of(), null));

        RunOutcome<Node> outcome =
                runs(line((notes, context) -> notes.add("first"))).resume("one");

        assertThat(Outcomes.completed(outcome)).hasToString("[first, second]");
        assertThat(fixture.time.wall()).isAfterOrEqualTo(Instant.EPOCH.plus(LEASE));
        assertThat(fixture.stored("one").fencingToken()).isEqualTo(2);
    }

    @Test
    void L1_a_lease_may_be_as_long_as_can_be_said() {
        RunClient<Notes, Node> runs = fixture.runs(
                line((notes, context) -> notes.add("first")),
                builder -> builder.lease(Duration.ofSeconds(Long.MAX_VALUE)));

        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[first, second]");
    }

    @Test
    void L1_who_slept_beyond_its_lease_stores_nothing_and_its_caller_gets_what_the_new_owner_did() {
        TestGraph<Notes> other = line((notes, context) -> notes.add("by the new owner"));
        TestGraph<Notes> sleeper = line((notes, context) -> {
            notes.add("by the sleeper");
            if (done.isEmpty()) {
                done.add("slept");
                fixture.time.pass(LONGER);
                fixture.store.owners(owner -> owner);
                Outcomes.completed(runs(other).resume("one"));
            }
        });
        fixture.store.owners(Fixture::elsewhere);

        RunOutcome<Node> outcome = runs(sleeper).run("one", Notes.of(), null);

        assertThat(Outcomes.completed(outcome)).hasToString("[by the new owner, second]");
        assertThat(fixture.stored("one").fencingToken()).isEqualTo(2);
    }

    @Test
    void L1_a_lease_that_nobody_took_is_over_all_the_same_and_the_step_is_made_again() {
        AtomicInteger calls = new AtomicInteger();
        TestGraph<Notes> graph = line((notes, context) -> {
            notes.add("first " + calls.incrementAndGet());
            if (calls.get() == 1) {
                fixture.time.pass(LONGER);
            }
        });

        assertThat(Outcomes.completed(runs(graph).run("one", Notes.of(), null))).hasToString("[first 2, second]");
    }

    @Test
    void L1_a_lost_run_that_was_deleted_is_not_begun_again() {
        TestGraph<Notes> other = line((notes, context) -> {});
        TestGraph<Notes> sleeper = line((notes, context) -> {
            fixture.time.pass(LONGER);
            fixture.store.owners(owner -> owner);
            RunClient<Notes, Node> runs = runs(other);
            runs.resume("one");
            runs.delete("one");
        });
        fixture.store.owners(Fixture::elsewhere);

        assertThrown(ErrorCode.LEASE_LOST, () -> runs(sleeper).run("one", Notes.of(), null));
        assertThrown(AssertionError.class, () -> fixture.stored("one"));
    }

    @Test
    void L1_a_renewal_that_fails_or_an_Error_of_the_store_does_not_end_the_renewals() throws Exception {
        AtomicInteger calls = new AtomicInteger();

        List<String> ends = inAStepForTwoLeases(1, 1, () -> {
            switch (calls.incrementAndGet()) {
                case 1 -> throw new StoreUnavailableException("The connection was cut.");
                case 2 -> throw new NoClassDefFoundError("com/example/Driver");
                default -> {}
            }
        });

        assertThat(ends).containsExactly("[kept]");
    }

    @Test
    void L1_a_renewal_that_hangs_costs_no_other_run_its_lease() throws Exception {
        // One run's renewal does not come back; those of the others have to.
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();

        List<String> ends = inAStepForTwoLeases(4, 3, () -> {
            if (calls.getAndIncrement() == 0) {
                Graphs.uninterrupted(never);
            }
        });

        never.countDown();
        assertThat(ends).containsExactlyInAnyOrder("[kept]", "[kept]", "[kept]", "[again]");
    }

    /**
     * Lets runs wait in a step while four times half a lease passes, each time until so many of them are renewed. Gives
     * their results, which tell whether they kept their leases.
     */
    private List<String> inAStepForTwoLeases(int runs, int renewals, Runnable renewing) throws InterruptedException {
        Duration lease = Duration.ofMillis(100);
        Semaphore renewed = new Semaphore(0);
        fixture.store.before("renew", renewing).after("renew", renewed::release);
        CountDownLatch begun = new CountDownLatch(runs);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            notes.add(attempts.incrementAndGet() <= runs ? "kept" : "again");
            begun.countDown();
            end.await();
        });
        RunClient<Notes, Node> client = fixture.runs(graph, builder -> builder.lease(lease));
        List<CompletableFuture<RunOutcome<Node>>> calls = IntStream.range(0, runs)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> client.run("run-" + i, Notes.of(), null), run -> new Thread(run).start()))
                .toList();
        begun.await();
        for (int i = 0; i < 4; i++) {
            fixture.time.pass(lease.dividedBy(2));
            assertThat(renewed.tryAcquire(renewals, 20, TimeUnit.SECONDS)).isTrue();
        }
        end.countDown();
        return calls.stream()
                .map(call -> Outcomes.completed(call.join()).toString())
                .toList();
    }

    @Test
    @Tag("slow")
    void S2_reaping_looks_once_at_each_damaged_run_however_many_there_are_before_the_others() {
        fixture.store.owners(Fixture::elsewhere);
        RunClient<Notes, Node> dying = runs(line((notes, context) -> Crash.now(fixture)));
        for (int i = 0; i < 250; i++) {
            String id = "damaged-" + i;
            assertThrown(Crash.Killed.class, () -> dying.run(id, Notes.of(), null));
            fixture.store.before(call -> {});
        }
        fixture.time.pass(Duration.ofMillis(1));
        assertThrown(Crash.Killed.class, () -> dying.run("whole", Notes.of(), null));
        fixture.store.before(call -> {}).damaged(key -> key.id().startsWith("damaged-"));
        Runner reaper = fixture.runner(builder -> builder);
        fixture.time.pass(LONGER);
        fixture.store.forget();

        assertThat(reaper.reap(1_000)).containsExactly("whole");

        assertThat(fixture.store.calls().stream().filter(call -> call.equals("find")))
                .hasSize(251);
    }

    @Test
    void L3_reaping_touches_no_run_that_is_executed_waits_or_is_of_another_scope() {
        RunClient<Notes, Node> waiting = runs(Graphs.review());
        Ticket ticket = Outcomes.ticket(waiting.run("waiting", Notes.of(), null));
        TestGraph<Notes> reaping = line((notes, context) -> {
            assertThat(fixture.runner(builder -> builder).reap(1_000)).isEmpty();
            fixture.time.pass(LONGER);
            assertThat(fixture.runner(builder -> builder.namespace("other")).reap(1_000))
                    .isEmpty();
            done.add("in time");
            if (done.size() == 1) {
                assertThat(fixture.runner(builder -> builder).reap(1_000)).containsExactly("one");
            }
        });

        Outcomes.failed(runs(reaping).run("one", Notes.of(), null), ErrorCode.LEASE_EXPIRED);

        Outcomes.completed(waiting.answer(ticket, new Graphs.Approved("Ann")));
    }

    @Test
    void L6_a_renewal_sees_that_the_run_is_to_be_cancelled_and_interrupts_the_step() throws Exception {
        try (MemoryStore store = new MemoryStore();
                Runner runner =
                        Runner.builder(store).lease(Duration.ofMillis(200)).build();
                Runner other = Runner.builder(store).build()) {
            TestGraph<Notes> graph = Graphs.single((notes, context) -> {
                other.client(Graphs.single((n, c) -> {}), new Object())
                        .as(Actor.named("Ann"))
                        .cancel("one");
                new CountDownLatch(1).await();
            });

            RunOutcome<Node> outcome = runner.client(graph, new Object()).run("one", Notes.of(), null);

            assertThat(outcome).isEqualTo(new RunOutcome.Cancelled<>("Ann"));
        }
    }
}
