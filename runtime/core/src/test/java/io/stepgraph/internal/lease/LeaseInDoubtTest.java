package io.stepgraph.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.FrozenOwner;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
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

/** An owner whose clocks say that its lease may be over asks the store, and continues if the lease holds (R1). */
@Timeout(30)
@Tag("R1")
@Tag("R11")
@Tag("H1")
@Tag("L6")
final class LeaseInDoubtTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final FrozenOwner frozen = new FrozenOwner(fixture);

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
        StepHook hook = Hooks.before(call -> {
            told.add("before " + call.visit());
            return HookDecision.proceed();
        });

        Outcomes.completed(frozen.ownerWhere(
                        isUnderTimeout,
                        frozen::setForward,
                        builder -> builder.hook(hook).listener(event -> {
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
            fixture.memory.command(new RunKey("default", "one"), new RunCommand.Cancel("Ann"));
            frozen.setForward();
        });

        assertThat(owner.run("one", Notes.of(), null)).isEqualTo(new RunOutcome.Cancelled<>("Ann"));

        assertThat(frozen.done).containsExactly("owner first 1");
    }
}
