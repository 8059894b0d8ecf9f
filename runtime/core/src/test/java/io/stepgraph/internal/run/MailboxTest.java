package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Mail;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How runs come to messages, and messages to steps, in the races that no contract can play. */
@Tag("Q6")
@Tag("Q7")
@Tag("Q8")
@Tag("Q9")
@Tag("R12")
@Tag("H2")
final class MailboxTest {
    private static final RunOutcome<Node> LISTENS = new RunOutcome.Listening<>(FIRST, null);
    private static final Instant HOUR = Instant.EPOCH.plus(Duration.ofHours(1));

    @AutoClose
    private final Fixture fixture = new Fixture();

    private final RunClient<Notes, Node> runs = fixture.runs(Mail.serving(null));

    private String lines() {
        return fixture.stored("one").state().text();
    }

    private @Nullable StoredMessage message(String id) {
        return fixture.memory.messages().find(new RunKey("default", "one"), List.of("first"), id);
    }

    /** Once, after the next look into the mailbox. */
    private void afterLook(Runnable action) {
        AtomicBoolean isDone = new AtomicBoolean();
        fixture.store.after("look", () -> {
            if (!isDone.getAndSet(true)) {
                action.run();
            }
        });
    }

    @Test
    void Q6_a_mailbox_is_executed_before_the_first_message_is_taken_and_not_again_once_it_listens() {
        runs.enqueue("one", Notes.of(), null);
        runs.tell("one", FIRST, "a", new Mail.Add("early"));
        assertThat(runs.resume("one")).isEqualTo(LISTENS);
        assertThat(lines()).contains("[\"listens\",\"early\",\"listens\"]");

        runs.tell("one", FIRST, "b", new Mail.Stop());
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[listens, early, listens]");
        assertThat(Events.of(runs.events("one")))
                .containsSubsequence(
                        new RunEvent.StepFinished("one", "first", 1, 1, "second", Duration.ZERO),
                        new RunEvent.MessageTaken("one", "first", 1, "a", null, new Mail.Add("early")),
                        new RunEvent.Waiting("one", "first", 3, null, Duration.ZERO),
                        new RunEvent.Resumed("one", "gated", 4),
                        new RunEvent.MessageTaken("one", "first", 3, "b", null, new Mail.Stop()));
    }

    @Test
    void Q7_a_message_that_comes_while_the_run_pauses_is_taken_by_the_same_visit() {
        afterLook(() -> runs.tell("one", FIRST, "a", new Mail.Add("just now")));

        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(LISTENS);
        assertThat(lines()).contains("[\"listens\",\"just now\",\"listens\"]");
    }

    @Test
    void Q7_a_message_that_is_withdrawn_while_the_run_takes_it_is_not_taken() {
        runs.enqueue("one", Notes.of(), null);
        runs.tell("one", FIRST, "a", new Mail.Add("withdrawn"));
        fixture.store.before("commit", () -> runs.withdraw("one", FIRST, "a"));

        assertThat(runs.resume("one")).isEqualTo(LISTENS);
        assertThat(lines()).contains("[\"listens\"]");
    }

    @Test
    void Q7_a_run_that_was_woken_in_vain_begins_its_time_again() {
        RunClient<Notes, Node> timed = fixture.runs(Mail.serving(null)
                .mailbox(FIRST, Mail.takes(), Mail::route, (n, i, c) -> Transition.listen(Duration.ofHours(1))));
        assertThat(timed.run("one", Notes.of(), null)).isEqualTo(new RunOutcome.Listening<>(FIRST, HOUR));
        fixture.time.pass(Duration.ofMinutes(50));
        timed.tell("one", FIRST, "a", new Mail.Stop());
        timed.withdraw("one", FIRST, "a");

        assertThat(timed.resume("one")).isEqualTo(new RunOutcome.Listening<>(FIRST, HOUR.plus(Duration.ofMinutes(50))));
    }

    @Test
    void Q7_a_cancel_while_the_run_pauses_ends_it() {
        afterLook(() -> runs.cancel("one"));

        assertThat(runs.run("one", Notes.of(), null)).isInstanceOf(RunOutcome.Cancelled.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void Q6_a_crash_after_any_write_takes_no_message_twice(int writes) {
        runs.enqueue("one", Notes.of(), null);
        runs.tell("one", FIRST, "a", new Mail.Add("first"));
        runs.tell("one", FIRST, "b", new Mail.Count());
        runs.tell("one", FIRST, "c", new Mail.Stop());
        Crash.after(fixture, writes, () -> fixture.runs(Mail.serving(null)).resume("one"));

        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[listens, first, listens, listens]");
        assertThat(message("b").reply()).hasToString("\"3 lines\"");
    }

    /** A build that knows no way for the end. */
    private TestGraph<Notes> withoutStop() {
        return Mail.serving(null)
                .listens(FIRST, Mail.takes(), message -> message instanceof Mail.Stop ? null : Mail.route(message));
    }

    @Test
    void Q8_a_worker_that_comes_to_such_a_message_releases_the_run_and_leaves_it_out_as_it_stands_then() {
        runs.enqueue("one", Notes.of(), null);
        runs.tell("one", FIRST, "a", new Mail.Add("first"));
        runs.tell("one", FIRST, "b", new Mail.Stop());
        StoreRunClient<?, Notes, ?, Node> old = (StoreRunClient<?, Notes, ?, Node>) fixture.runs(withoutStop());

        ServedGraph.Refusal refused = old.advance(new RunKey("default", "one"));

        StoredRun left = fixture.stored("one");
        assertThat(left.status()).isEqualTo(Status.QUEUED);
        assertThat(left.checkpoint().visit()).isEqualTo(3);
        assertThat(refused.revision()).isEqualTo(left.revision());
        // A second one writes nothing, so that the first one need not look again; nor does a call.
        assertThat(old.advance(left.key()).revision()).isEqualTo(left.revision());
        assertThrown(ErrorCode.UNKNOWN_STEP, () -> old.resume("one"), "'b'", "'first'", "'one'");
        assertThat(fixture.stored("one")).isEqualTo(left);
        // Both look again.
        runs.withdraw("one", FIRST, "b");
        assertThat(fixture.stored("one").revision()).isGreaterThan(left.revision());
        assertThat(old.advance(left.key())).isNull();
    }

    @Test
    void Q6_a_step_cannot_refuse_a_message() {
        RunClient<Notes, Node> refusing = fixture.runs(Mail.serving(s -> {}, (notes, count, context) -> {
            throw new InvalidAnswerException("not now");
        }));
        refusing.run("one", Notes.of(), null);
        refusing.tell("one", FIRST, "a", new Mail.Count());

        assertThat(Outcomes.failure(refusing.resume("one"), ErrorCode.STEP_FAILED))
                .contains("not now");
    }

    @Test
    void Q6_a_mailbox_that_was_renamed_takes_what_waits_and_replies_to_what_it_took() {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        TestGraph.Body<Notes> counts = (notes, count, context) -> {
            if (isBroken.get()) {
                throw new IllegalStateException("broken");
            }
            context.reply((Mail.Count) count, "counted");
            return Transition.go(FIRST);
        };
        RunClient<Notes, Node> before = fixture.runs(Mail.serving(s -> {}, counts));
        before.run("one", Notes.of(), null);
        before.tell("one", FIRST, "a", new Mail.Count());
        before.tell("one", FIRST, "b", new Mail.Stop());
        before.resume("one");
        isBroken.set(false);

        RunClient<Notes, Node> renamed = fixture.runs(Mail.serving(s -> {}, counts)
                .named(FIRST, "serve")
                .listens(FIRST, Mail.takes().andThen(s -> s.formerly("first")), Mail::route));
        Outcomes.completed(renamed.retry("one"));
        assertThat(message("a").reply()).hasToString("\"counted\"");
    }

    /** Lets the run take a count, which the step treats so, and returns the outcome. */
    private RunOutcome<Node> count(TestGraph<Notes> graph) {
        RunClient<Notes, Node> counting = fixture.runs(graph, b -> b.maxValueBytes(1_000));
        counting.run("one", Notes.of(), null);
        counting.tell("one", FIRST, "a", new Mail.Count());
        return counting.resume("one");
    }

    @Test
    void Q9_replies_of_an_attempt_that_fails_are_void() {
        RunOutcome<Node> outcome = count(Mail.serving(s -> s.retry(2, 0, 1, 0, 0), (notes, count, context) -> {
            context.reply((Mail.Count) count, "attempt " + context.attempt());
            if (context.attempt() == 1) {
                throw new TransientException("busy");
            }
            return Transition.go(FIRST);
        }));

        assertThat(outcome).isEqualTo(LISTENS);
        assertThat(message("a").reply()).hasToString("\"attempt 2\"");
    }

    @Test
    void Q9_a_step_that_fails_the_run_replies_to_nobody() {
        Outcomes.failed(
                count(Mail.serving(s -> s.toFail(), (notes, count, context) -> {
                    context.reply((Mail.Count) count, "void");
                    return Transition.fail("no");
                })),
                ErrorCode.FAILED_BY_STEP);

        assertThat(message("a").reply()).isNull();
    }

    @Test
    void Q9_a_reply_that_cannot_be_stored_fails_the_step_whatever_that_makes_of_it() {
        Outcomes.failed(
                count(Mail.serving(s -> {}, (notes, count, context) -> {
                    try {
                        context.reply((Mail.Count) count, "x".repeat(1_000));
                    } catch (NotStorableException ignored) {
                        notes.add("ignored");
                    }
                    return Transition.go(FIRST);
                })),
                ErrorCode.VALUE_TOO_LARGE);
    }

    @Test
    void Q9_a_reply_is_stored_with_a_question_and_a_second_one_by_a_later_step_fails_that() {
        TestGraph<Notes> asking = Mail.serving(s -> s.to(ASK), (n, count, c) -> Transition.go(ASK, count))
                .interrupt(
                        ASK,
                        Graphs.Question.class,
                        s -> s.takes(ValueType.of(Mail.Count.class))
                                .answeredBy(ValueType.of(String.class))
                                .to(RESCUE),
                        answer -> RESCUE,
                        (notes, count, context) -> {
                            context.reply((Mail.Count) count, "asked");
                            return Transition.ask(new Graphs.Question("Pay?"));
                        })
                .step(RESCUE, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, answer, context) -> {
                    context.reply(new Mail.Count(), "again");
                    return Transition.end();
                });
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(count(asking));

        assertThat(message("a").reply()).hasToString("\"asked\"");
        assertThat(Outcomes.failure(fixture.runs(asking).answer(asked.ticket(), "yes"), ErrorCode.STEP_FAILED))
                .contains("'first'", "got its reply");
    }

    @Test
    void Q9_a_mailbox_itself_does_not_reply() {
        TestGraph<Notes> late = Mail.serving(s -> {}, (n, i, c) -> Transition.go(FIRST))
                .mailbox(FIRST, Mail.takes(), Mail::route, (notes, input, context) -> {
                    if (context.visit() > 1) {
                        context.reply(new Mail.Count(), "late");
                    }
                    return Transition.listen();
                });

        assertThat(Outcomes.failure(count(late), ErrorCode.STEP_FAILED)).contains("'first'", "is a mailbox");
    }

    @Test
    void H2_a_hook_may_change_the_end_of_a_mailbox() {
        List<HookTransition> seen = new ArrayList<>();
        StepHook shortens = Hooks.after((call, transition) -> {
            seen.add(transition);
            return transition instanceof HookTransition.Listen ? new HookTransition.Listen(Due.at(HOUR)) : transition;
        });
        Instant far = HOUR.plus(Duration.ofDays(1));

        assertThat(fixture.run(Mail.serving(far), b -> b.hook(shortens)))
                .isEqualTo(new RunOutcome.Listening<>(FIRST, HOUR));
        assertThat(seen).containsExactly(new HookTransition.Listen(Due.at(far)));
        fixture.time.pass(Duration.ofHours(1));
        assertThat(fixture.runs(Mail.serving(far)).resume("one")).isEqualTo(new RunOutcome.Listening<>(FIRST, far));
        assertThat(lines()).contains("[\"listens\",\"idle\",\"listens\"]");
    }

    @Test
    void H2_a_hook_gives_a_mailbox_no_end_and_no_other_way_and_no_other_step_listens() {
        assertRefused("first", new HookTransition.Listen(Due.at(HOUR)), "waits without one");
        assertRefused("first", new HookTransition.Go("second", new Mail.Add("forged"), null), "is a mailbox");
        assertRefused("third", new HookTransition.Listen(null), "is not a mailbox");
    }

    private void assertRefused(String step, HookTransition instead, String why) {
        StepHook hook = Hooks.after((call, transition) -> call.step().equals(step) ? instead : transition);
        String id = "refused: " + why;
        RunClient<Notes, Node> hooked = fixture.runs(Mail.serving(null), b -> b.hook(hook));
        hooked.enqueue(id, Notes.of(), null);
        hooked.tell(id, FIRST, "a", new Mail.Count());

        assertThat(Outcomes.failure(hooked.resume(id), ErrorCode.INVALID_TRANSITION))
                .contains("'" + step + "'", why);
    }

    @Test
    void R12_the_types_of_messages_and_replies_are_checked_before_a_step_acts() {
        interface Open {}
        TestGraph<Notes> graph = Mail.serving(null)
                .listens(
                        FIRST,
                        Mail.takes().andThen(s -> s.mailbox().replies(Mail.Count.class, ValueType.of(Open.class))),
                        Mail::route);

        assertThrown(NotStorableException.class, () -> fixture.run(graph), "the reply to Count", "'first'");
    }
}
