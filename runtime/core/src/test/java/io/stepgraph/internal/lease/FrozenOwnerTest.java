package io.stepgraph.internal.lease;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.FrozenOwner;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that was frozen for longer than its lease, and whose run has ended elsewhere, begins nothing (R1). */
@Timeout(30)
@Tag("R1")
@Tag("R11")
@Tag("H1")
@Tag("L6")
final class FrozenOwnerTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final FrozenOwner frozen = new FrozenOwner(fixture);

    private void assertLeftAlone(RunOutcome<Node> outcome) {
        assertThat(Outcomes.completed(outcome)).hasToString("[heir]");
        assertThat(frozen.done).containsExactly("owner first 1", "heir second 1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void R1_a_step_whose_commit_was_answered_too_late_is_not_begun_nor_in_a_thread_of_its_own(boolean isUnderTimeout) {
        frozen.after("commit", frozen::freeze);

        assertLeftAlone(frozen.ownerWhere(isUnderTimeout, () -> {}).run("one", Notes.of(), null));
    }

    @Test
    void R1_nor_is_the_first_step_of_a_run_whose_start_was_answered_too_late() {
        frozen.after("start", frozen::freeze);

        assertThat(Outcomes.completed(frozen.owner().run("one", Notes.of(), null)))
                .hasToString("[heir]");
        assertThat(frozen.done).containsExactly("heir first 1", "heir second 1");
    }

    @Test
    void R1_nor_is_a_step_after_an_acquisition_that_was_answered_too_late() {
        TestGraph<Notes> dying = Graphs.line((notes, context) -> Crash.now(fixture), (notes, context) -> {});
        Crash.dying(fixture, () -> fixture.run(dying));
        frozen.after("acquire", frozen::freeze);

        assertThat(Outcomes.completed(frozen.owner().resume("one"))).hasToString("[heir]");
        assertThat(frozen.done).containsExactly("heir first 1", "heir second 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"answer", "acquireAnswered"})
    void R1_nor_is_the_step_that_takes_an_answer_that_was_stored_or_taken_up_too_late(String call) {
        RunClient<Notes, Node> owner = frozen.owner(review("owner"), builder -> builder);
        Ticket ticket = Outcomes.ticket(owner.run("one", Notes.of(), null));
        frozen.after(
                call,
                () -> frozen.once(() -> {
                    fixture.time.pass(FrozenOwner.LONGER);
                    frozen.inherit(review("heir"));
                }));
        if (call.equals("answer")) {
            Outcomes.completed(owner.answer(ticket, new Graphs.Approved("Ann")));
        } else {
            fixture.runner(builder -> builder).answer(ticket.id(), "{\"@type\":\"Approved\",\"by\":\"Ann\"}");
            Outcomes.completed(owner.resume("one"));
        }
        assertThat(frozen.done).containsExactly("heir gated");
    }

    private TestGraph<Notes> review(String who) {
        return Graphs.review((notes, context) -> frozen.done.add(who + " gated"));
    }

    @Test
    void R1_nor_is_another_attempt_after_a_retry_whose_commit_was_answered_too_late() {
        frozen.after("commit", frozen::freeze);
        TestGraph<Notes> failing = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).retry(3, 1, 1, 1, 0), (notes, input, context) -> {
                    frozen.done.add("owner first " + context.attempt());
                    throw new TransientException("busy");
                })
                .ends(SECOND);

        Outcomes.completed(frozen.owner(failing, builder -> builder).run("one", Notes.of(), null));

        assertThat(frozen.done).containsExactly("owner first 1", "heir first 2", "heir second 1");
    }

    @Test
    void R1_no_hook_is_called_either() {
        List<Long> hooked = new ArrayList<>();
        frozen.after("commit", frozen::freeze);

        assertLeftAlone(frozen.owner(builder -> builder.hook(Hooks.watching(call -> hooked.add(call.visit()))))
                .run("one", Notes.of(), null));

        assertThat(hooked).containsExactly(1L);
    }

    @Test
    void R1_a_step_is_not_begun_if_the_process_was_frozen_in_a_hook_before_it() {
        StepHook hook = Hooks.watching(call -> {
            if (call.visit() == 2) {
                frozen.freeze();
            }
        });

        assertLeftAlone(frozen.owner(builder -> builder.hook(hook)).run("one", Notes.of(), null));
    }

    @Test
    void R1_nor_if_it_was_frozen_right_before_the_step() {
        assertLeftAlone(frozen.ownerWhere(false, frozen::freeze).run("one", Notes.of(), null));
    }

    @Test
    void R1_nor_if_it_was_frozen_when_the_thread_of_the_step_began() {
        AtomicBoolean isNotified = new AtomicBoolean();
        Thread caller = Thread.currentThread();
        Runnable whenTimeIsRead = () -> {
            boolean isOfTheRunner = Thread.currentThread().getName().matches("stepgraph (leases|renewal)");
            if (isNotified.get() && Thread.currentThread() != caller && !isOfTheRunner) {
                frozen.freeze();
            }
        };

        assertLeftAlone(frozen.ownerUnderTimeout(
                        whenTimeIsRead,
                        builder -> builder.observer(
                                event -> isNotified.compareAndSet(false, FrozenOwner.isSecondStarted(event))))
                .run("one", Notes.of(), null));
    }

    @Test
    void R1_a_machine_that_was_suspended_is_found_out_by_its_wall_clock() {
        frozen.after("commit", () -> frozen.freeze(() -> fixture.time.passOnTheWall(FrozenOwner.LONGER)));

        assertLeftAlone(frozen.owner().run("one", Notes.of(), null));
    }

    @Test
    void R1_a_wall_clock_that_is_set_back_hides_nothing() {
        frozen.after(
                "commit",
                () -> frozen.freeze(() -> {
                    fixture.time.pass(FrozenOwner.LONGER);
                    fixture.time.passOnTheWall(FrozenOwner.LONGER.negated());
                    fixture.storeAhead = FrozenOwner.LONGER;
                }));

        assertLeftAlone(frozen.owner().run("one", Notes.of(), null));
    }

    @Test
    void R1_a_commit_that_was_sent_again_counts_from_its_first_sending() {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        frozen.after("commit", () -> {
            if (isFirst.getAndSet(false)) {
                // It is stored, and the lease begins here.
                fixture.time.pass(FrozenOwner.LEASE.minusSeconds(1));
                throw new StoreUnavailableException("The reply was lost.");
            }
            frozen.freeze(() -> fixture.time.pass(Duration.ofSeconds(2)));
        });

        assertLeftAlone(frozen.owner().run("one", Notes.of(), null));
    }

    @Test
    void R1_as_long_as_the_lease_lasts_nothing_is_asked() {
        frozen.after("commit", () -> fixture.time.pass(FrozenOwner.LEASE.minusNanos(1)));

        Outcomes.completed(frozen.owner().run("one", Notes.of(), null));

        assertThat(fixture.store.calls()).doesNotContain("renew");
    }

    @Test
    void R1_a_wall_clock_that_is_set_forward_costs_one_question() {
        frozen.after("commit", () -> frozen.once(frozen::setForward));

        assertThat(Outcomes.completed(frozen.owner().run("one", Notes.of(), null)))
                .hasToString("[owner]");

        assertThat(frozen.done).containsExactly("owner first 1", "owner second 1");
        assertThat(fixture.store.calls()).containsOnlyOnce("renew");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void R1_also_right_before_a_step_and_no_attempt_is_used_up(boolean isUnderTimeout) {
        Outcomes.completed(frozen.ownerWhere(isUnderTimeout, frozen::setForward).run("one", Notes.of(), null));

        assertThat(frozen.done).containsExactly("owner first 1", "owner second 1");
        assertThat(fixture.store.calls()).containsOnlyOnce("renew");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void H1_the_attempt_that_was_in_doubt_asks_its_hooks_and_tells_its_start_once(boolean isUnderTimeout) {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        StepHook hook = Hooks.watching(call -> told.add("before " + call.visit()));

        Outcomes.completed(frozen.ownerWhere(
                        isUnderTimeout,
                        frozen::setForward,
                        builder -> builder.hook(hook).observer(event -> {
                            if (event instanceof RunEvent.StepStarted started) {
                                told.add("started " + started.visit() + " " + started.attempt());
                            }
                        }))
                .run("one", Notes.of(), null));

        assertThat(told).containsExactly("before 1", "started 1 1", "before 2", "started 2 1");
    }

    @Test
    void R11_a_store_that_does_not_answer_is_told_to_the_caller_and_no_attempt_is_used_up() {
        AtomicBoolean isSilent = silence();
        frozen.after("commit", () -> frozen.once(() -> freezeInSilence(isSilent)));

        assertToldAndGoneOnFrom(isSilent, frozen.owner());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void R11_also_right_before_a_step(boolean isUnderTimeout) {
        AtomicBoolean isSilent = silence();

        assertToldAndGoneOnFrom(isSilent, frozen.ownerWhere(isUnderTimeout, () -> freezeInSilence(isSilent)));
    }

    private AtomicBoolean silence() {
        AtomicBoolean isSilent = new AtomicBoolean();
        fixture.store.before(call -> {
            if (isSilent.get()) {
                throw new StoreUnavailableException("The connection was cut.");
            }
        });
        return isSilent;
    }

    private void freezeInSilence(AtomicBoolean isSilent) {
        fixture.time.pass(FrozenOwner.LONGER);
        isSilent.set(true);
    }

    private void assertToldAndGoneOnFrom(AtomicBoolean isSilent, RunClient<Notes, Node> owner) {
        assertThatThrownBy(() -> owner.run("one", Notes.of(), null)).isInstanceOf(StoreUnavailableException.class);
        isSilent.set(false);

        assertThat(Outcomes.completed(owner.resume("one"))).hasToString("[owner]");
        assertThat(frozen.done).containsExactly("owner first 1", "owner second 1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void L6_a_cancel_that_is_seen_when_the_store_is_asked_lets_no_step_begin(boolean isUnderTimeout) {
        RunClient<Notes, Node> owner = frozen.ownerWhere(isUnderTimeout, () -> {
            fixture.memory.runs().command(new RunKey("default", "one"), new RunCommand.Cancel("Ann"));
            frozen.setForward();
        });

        assertThat(owner.run("one", Notes.of(), null)).isEqualTo(new RunOutcome.Cancelled<>("Ann"));

        assertThat(frozen.done).containsExactly("owner first 1");
    }
}
