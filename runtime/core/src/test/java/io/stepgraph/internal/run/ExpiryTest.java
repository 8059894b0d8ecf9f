package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions that are not answered in time (I5), and delays that hold no lease (R6). */
@Tag("R6")
@Tag("I5")
final class ExpiryTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<Integer> attempts = new ArrayList<>();
    private final List<RunEvent> told = new ArrayList<>();
    private final TestGraph<Notes> hourly = expiring(3_600_000);
    private final RunClient<Notes, Node> runs = fixture.runs(hourly, builder -> builder.observer(told::add));

    @Test
    void I5_after_its_time_an_answer_is_stale_and_the_next_touch_goes_on_with_expired() {
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        fixture.time.pass(Duration.ofMinutes(61));

        assertThrown(
                StaleAnswerException.class, () -> runs.answer(asked.ticket(), new Graphs.Approved("Ann")), "expired");
        assertThrown(
                StaleAnswerException.class, () -> runs.answer(asked.ticket().id(), "not json"), "expired");
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[expired]");
        assertThrown(StaleAnswerException.class, () -> runs.answer(asked.ticket(), new Graphs.Approved("Ann")));
        assertThat(told).contains(new RunEvent.QuestionExpired("one", asked.ticket()));
    }

    @Test
    void I5_a_crash_after_the_expiry_asks_no_more() {
        runs.run("one", Notes.of(), null);
        fixture.time.pass(Duration.ofMinutes(61));
        Crash.after(fixture, 1, () -> fixture.runs(hourly).resume("one"));

        assertThat(Outcomes.completed(fixture.runs(hourly).resume("one"))).hasToString("[expired]");
    }

    private static TestGraph<Notes> expiring(long millis) {
        return TestGraph.of(Notes.class)
                .asks(
                        ASK,
                        s -> s.to(SECOND, THIRD)
                                .answeredBy(ValueType.of(Graphs.Approved.class))
                                .expires(millis),
                        answer -> answer instanceof Expired ? THIRD : SECOND)
                .step(
                        SECOND,
                        s -> s.takes(ValueType.of(Graphs.Approved.class)).toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("paid")))
                .step(
                        THIRD,
                        s -> s.takes(ValueType.of(Expired.class)).toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("expired")))
                .start(ASK);
    }

    /** Its delays are longer than half the lease. */
    private RunClient<Notes, Node> slow(int failures) {
        TestGraph<Notes> graph = Graphs.single(s -> s.retry(3, 60_000, 1, 60_000, 0), (notes, context) -> {
            attempts.add(context.attempt());
            if (context.attempt() <= failures) {
                throw new TransientException("busy");
            }
        });
        return fixture.runs(graph, builder -> builder.lease(Duration.ofSeconds(30)));
    }

    @Test
    void R6_a_delay_longer_than_half_the_lease_gives_the_run_up_and_the_caller_waits_for_it() {
        Outcomes.completed(slow(2).run("one", Notes.of(), null));
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(fixture.time.wall()).isAfterOrEqualTo(Instant.EPOCH.plusSeconds(120));
        assertThat(fixture.stored("one").fencingToken()).isEqualTo(3);
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();
    }

    @Test
    void R6_a_crash_during_a_long_delay_keeps_the_attempt_and_the_time() {
        Crash.after(fixture, 2, () -> slow(1).run("one", Notes.of(), null));
        slow(1).resume("one");
        assertThat(attempts).containsExactly(1, 2);
        assertThat(fixture.time.wall()).isAfterOrEqualTo(Instant.EPOCH.plusSeconds(60));
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();
    }
}
