package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NoReplyException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.store.Status;
import io.stepgraph.testkit.store.ClusterAgent.Assign;
import io.stepgraph.testkit.store.ClusterAgent.Break;
import io.stepgraph.testkit.store.ClusterAgent.Cluster;
import io.stepgraph.testkit.store.ClusterAgent.Confirm;
import io.stepgraph.testkit.store.ClusterAgent.Drain;
import io.stepgraph.testkit.store.ClusterAgent.Ignore;
import io.stepgraph.testkit.store.ClusterAgent.Nodes;
import io.stepgraph.testkit.store.ClusterAgent.Note;
import io.stepgraph.testkit.store.ClusterAgent.Settle;
import io.stepgraph.testkit.store.ClusterAgent.Sign;
import io.stepgraph.testkit.store.ClusterAgent.Twice;
import io.stepgraph.testkit.store.ClusterAgentGraph.Outcome;
import io.stepgraph.testkit.store.ClusterAgentGraph.Runs;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages to runs, and replies. */
@Tag("Q5")
@Tag("Q6")
@Tag("Q7")
@Tag("Q8")
@Tag("Q9")
@Tag("Q10")
@Tag("Q11")
@Tag("L6")
@Tag("W3")
@Tag("H1")
@Tag("H2")
interface EngineMessageContract extends EngineFixture {
    Actor LEAD = Actor.named("ann", "lead");

    private static Runs cluster(EngineProcess process, ClusterAgent agent) {
        return ClusterAgentGraph.of(agent).on(process.engine());
    }

    private Runs cluster(ClusterAgent agent) {
        return cluster(process(EngineSettings.DEFAULT), agent);
    }

    private Runs cluster() {
        return cluster(new ClusterAgent());
    }

    private static Outcome.Serve serve(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Serve.class);
        return (Outcome.Serve) outcome;
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    /** Drains the run, and returns its lines. */
    private static List<String> drained(Runs runs) {
        runs.tellServe("one", "drain", new Drain());
        return lines(runs.resume("one"));
    }

    private static ErrorCode error(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).failure().code();
    }

    private static List<RunEvent> events(Runs runs) {
        List<RunEvent> found = new ArrayList<>();
        try (RunStream events = runs.events("one")) {
            events.forEach(event -> found.add(event.event()));
        }
        return found;
    }

    /** An agent whose work at one place waits for a latch. */
    private static ClusterAgent held(String place, CountDownLatch isThere, CountDownLatch goesOn) {
        return new ClusterAgent() {
            @Override
            void work(String what) {
                if (what.equals(place)) {
                    isThere.countDown();
                    EngineFixture.uninterrupted(goesOn);
                }
            }
        };
    }

    @Test
    default void Q5_a_run_that_listens_is_executed_no_further_and_each_call_says_so_at_once() {
        Runs runs = cluster();
        Outcome.Serve first = serve(runs.run("one", new Cluster()));

        assertThat(first.until()).isCloseTo(Instant.now().plus(Duration.ofHours(1)), within(1, ChronoUnit.MINUTES));
        assertThat(first.kind()).isEqualTo("listening");
        assertThat(runs.run("one", new Cluster())).isEqualTo(first);
        assertThat(runs.resume("one")).isEqualTo(first);
        assertThat(runs.await("one")).isEqualTo(first);
        assertThat(runs.outcome("one")).contains(first);
        assertThat(runs.look("one")).hasValueSatisfying(look -> {
            assertThat(look.status()).isEqualTo(Status.WAITING);
            assertThat(look.waitsFor()).isEqualTo("a message at 'serve'");
            assertThat(look.messages()).isZero();
        });
        Outcome second = runs.run("two", Cluster.confirming());
        assertThat(second).isInstanceOf(Outcome.Confirm.class);
        assertThat(((Outcome.Confirm) second).until()).isNull();
    }

    @Test
    default void Q5_messages_that_come_before_the_run_listens_wait_for_it() throws Exception {
        CountDownLatch plans = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        Runs runs = cluster(held("plan", plans, goesOn));
        Future<Outcome> running = call(() -> runs.run("one", new Cluster()));
        plans.await();

        runs.as(LEAD).tellConfirm("one", "a", new Sign("ann"));
        runs.tellServe("one", "b", new Note("first"));
        runs.tellServe("one", "c", new Confirm());
        runs.tellServe("one", "d", new Drain());
        assertThat(runs.look("one"))
                .hasValueSatisfying(look -> assertThat(look.messages()).isEqualTo(4));
        goesOn.countDown();

        assertThat(lines(running.get())).containsExactly("planned", "first", "confirms", "signed by ann");
    }

    @Test
    default void Q5_a_message_is_sent_only_in_a_role_that_its_mailbox_asks_for() {
        Runs runs = cluster();
        runs.run("one", Cluster.confirming());

        assertThrown(
                AnswerNotPermittedException.class,
                () -> runs.as(Actor.named("bob", "guest")).tellConfirm("one", "a", new Sign("bob")),
                "bob may not");
        assertThrown(
                AnswerNotPermittedException.class,
                () -> runs.tellConfirm("one", "a", new Sign("nobody")),
                "the answer has no name");
        runs.as(LEAD).tellConfirm("one", "a", new Sign("ann"));

        serve(runs.resume("one"));
        assertThat(drained(runs)).containsExactly("planned", "signed by ann");
    }

    @Test
    default void Q6_messages_are_taken_in_order_and_each_once() {
        Runs runs = cluster();
        runs.run("one", new Cluster());
        for (int i = 1; i <= 20; i++) {
            runs.tellServe("one", "m" + i, new Note("note " + i));
        }

        assertThat(drained(runs)).containsExactlyElementsOf(notes(20));
    }

    private static List<String> notes(int count) {
        List<String> lines = new ArrayList<>(List.of("planned"));
        IntStream.rangeClosed(1, count).forEach(i -> lines.add("note " + i));
        return lines;
    }

    @Test
    @Tag("slow")
    default void Q6_messages_of_several_senders_are_all_taken_once() throws Exception {
        Runs runs = cluster();
        runs.run("one", new Cluster());
        List<Future<?>> senders = new ArrayList<>();
        for (int sender = 1; sender <= 5; sender++) {
            String name = "sender " + sender + ", ";
            senders.add(call(() -> {
                for (int i = 1; i <= 10; i++) {
                    runs.tellServe("one", name + i, new Note(name + i));
                    runs.resume("one");
                }
                return true;
            }));
        }
        for (Future<?> sender : senders) {
            sender.get();
        }

        List<String> lines = drained(runs);
        assertThat(lines).hasSize(51).doesNotHaveDuplicates();
        for (int sender = 1; sender <= 5; sender++) {
            String name = "sender " + sender + ", ";
            assertThat(lines.stream().filter(line -> line.startsWith(name)))
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, 10).mapToObj(i -> name + i).toList());
        }
    }

    @Test
    default void Q6_the_same_id_again_changes_nothing_and_another_message_under_it_is_refused() {
        Runs runs = cluster();
        runs.run("one", new Cluster());
        runs.tellServe("one", "a", new Note("first"));
        runs.tellServe("one", "a", new Note("first"));
        serve(runs.resume("one"));

        runs.tellServe("one", "a", new Note("first"));
        assertThrown(StaleAnswerException.class, () -> runs.tellServe("one", "a", new Note("second")), "a", "one");
        assertThat(drained(runs)).containsExactly("planned", "first");

        runs.tellServe("one", "a", new Note("first"));
        assertThrown(StaleAnswerException.class, () -> runs.tellServe("one", "a", new Note("second")));
    }

    @Test
    default void Q6_a_message_is_taken_once_though_the_process_dies_while_its_step_works() throws Exception {
        CountDownLatch works = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        EngineProcess first = process(EngineSettings.DEFAULT);
        Runs dying = cluster(first, held("first", works, never));
        dying.run("one", new Cluster());
        dying.tellServe("one", "a", new Note("first"));
        dying.tellServe("one", "b", new Note("second"));
        begin(() -> dying.resume("one"));
        works.await();
        first.die();
        pass(patience().multipliedBy(2));
        Runs runs = cluster();

        try {
            assertThat(drained(runs)).containsExactly("planned", "first", "second");
        } finally {
            never.countDown();
        }
    }

    @Test
    default void Q7_a_message_at_the_moment_at_which_the_run_pauses_is_not_lost() throws Exception {
        Runs runs = cluster();
        runs.run("one", new Cluster());
        for (int i = 1; i <= 20; i++) {
            String id = "m" + i;
            Note note = new Note("note " + i);
            Future<Outcome> resumed = call(() -> runs.resume("one"));
            runs.tellServe("one", id, note);
            serve(resumed.get());
            serve(runs.resume("one"));
            assertThat(runs.look("one"))
                    .hasValueSatisfying(look -> assertThat(look.messages()).isZero());
        }

        assertThat(drained(runs)).containsExactlyElementsOf(notes(20));
    }

    @Test
    default void Q8_a_message_to_a_run_that_is_none_or_has_ended_is_refused() {
        Runs runs = cluster();
        assertThrown(RunNotFoundException.class, () -> runs.tellServe("one", "a", new Note("first")));
        runs.run("one", new Cluster());
        drained(runs);

        assertThrown(
                ErrorCode.ILLEGAL_RUN_STATUS, () -> runs.tellServe("one", "a", new Note("first")), "one", "COMPLETED");
        assertThrown(IllegalArgumentException.class, () -> runs.tellServe("one", "", new Note("first")));
        assertThrown(IllegalArgumentException.class, () -> runs.tellServe("one", "x".repeat(201), new Note("first")));
    }

    @Test
    default void Q8_a_message_that_waits_can_be_withdrawn() {
        Runs runs = cluster();
        runs.run("one", Cluster.confirming());
        runs.tellServe("one", "a", new Note("first"));
        runs.tellServe("one", "b", new Note("second"));

        assertThat(runs.withdraw("one", ClusterAgentStep.SERVE, "a")).isTrue();
        assertThat(runs.withdraw("one", ClusterAgentStep.SERVE, "a")).isFalse();
        assertThat(runs.as(LEAD).withdraw("one", ClusterAgentStep.CONFIRM, "b")).isFalse();
        assertThrown(IllegalArgumentException.class, () -> runs.withdraw("one", ClusterAgentStep.PLAN, "b"));
        runs.as(LEAD).tellConfirm("one", "a", new Sign("ann"));
        serve(runs.resume("one"));
        assertThat(runs.withdraw("one", ClusterAgentStep.SERVE, "b")).isFalse();

        assertThat(drained(runs)).containsExactly("planned", "signed by ann", "second");
    }

    @Test
    default void Q8_a_run_that_is_woken_for_a_withdrawn_message_listens_again() {
        Runs runs = cluster();
        runs.run("one", new Cluster());
        runs.tellServe("one", "a", new Note("first"));
        runs.withdraw("one", ClusterAgentStep.SERVE, "a");

        serve(runs.resume("one"));
        assertThat(drained(runs)).containsExactly("planned");
    }

    @Test
    default void Q9_a_reply_comes_from_the_step_that_took_the_message_or_from_a_later_one() {
        Runs runs = cluster();
        runs.run("one", new Cluster());

        assertThat(runs.askServe("one", "a", new Assign("build"))).isEqualTo(new Nodes(List.of("planned", "build")));
        assertThat(runs.askServe("one", "b", new Settle("test"))).isEqualTo(new Nodes(List.of("test")));
        assertThat(runs.askServe("one", "c", new Drain())).isEqualTo("drained after 4");

        assertThat(runs.askServe("one", "a", new Assign("build"))).isEqualTo(new Nodes(List.of("planned", "build")));
        assertThrown(StaleAnswerException.class, () -> runs.askServe("one", "a", new Assign("other")));
    }

    @Test
    default void Q9_a_message_that_is_told_first_is_asked_for_later() {
        Runs runs = cluster();
        runs.run("one", new Cluster());
        runs.tellServe("one", "a", new Assign("build"));
        runs.tellServe("one", "b", new Note("first"));

        assertThat(runs.askServe("one", "c", new Assign("test")))
                .isEqualTo(new Nodes(List.of("planned", "build", "first", "test")));
        assertThat(runs.askServe("one", "a", new Assign("build"))).isEqualTo(new Nodes(List.of("planned", "build")));
    }

    @Test
    default void Q9_an_asker_is_told_that_no_reply_comes() throws InterruptedException {
        CountDownLatch works = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        Runs runs = cluster(held("first", works, goesOn));
        runs.run("one", new Cluster());
        runs.tellServe("one", "a", new Ignore());
        runs.tellServe("one", "b", new Note("first"));
        begin(() -> runs.resume("one"));
        works.await();
        assertThrown(NoReplyException.class, () -> runs.askServe("one", "a", new Ignore()), "a", "one");

        runs.tellServe("one", "c", new Drain());
        runs.tellServe("one", "d", new Ignore());
        goesOn.countDown();

        assertThrown(NoReplyException.class, () -> runs.askServe("one", "d", new Ignore()), "COMPLETED");
        assertThat(runs.askServe("one", "c", new Drain())).isEqualTo("drained after 3");
    }

    @Test
    default void Q9_a_second_reply_fails_the_step() {
        Runs runs = cluster();
        runs.run("one", new Cluster());

        assertThrown(NoReplyException.class, () -> runs.askServe("one", "a", new Twice()), "FAILED");
        assertThat(error(runs.resume("one"))).isEqualTo(ErrorCode.STEP_FAILED);
    }

    @Test
    default void Q9_after_a_retry_the_same_id_gets_the_reply() {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        Runs runs = cluster(new ClusterAgent() {
            @Override
            void work(String what) {
                if (what.equals("fail") && isBroken.get()) {
                    throw new IllegalStateException("broken");
                }
            }
        });
        runs.run("one", new Cluster());
        assertThrown(NoReplyException.class, () -> runs.askServe("one", "a", new Break()), "FAILED");
        isBroken.set(false);

        serve(runs.retry("one"));
        assertThat(runs.askServe("one", "a", new Break())).isEqualTo(new Nodes(List.of("repaired")));
    }

    @Test
    default void Q10_the_same_question_gets_the_same_reply_in_another_process_also_after_the_end() {
        EngineProcess first = process(EngineSettings.DEFAULT);
        Runs runs = cluster(first, new ClusterAgent());
        runs.run("one", new Cluster());
        Nodes reply = runs.askServe("one", "a", new Assign("build"));
        runs.askServe("one", "b", new Drain());
        Runs others = cluster();

        assertThat(others.askServe("one", "a", new Assign("build"))).isEqualTo(reply);
        assertThat(others.askServe("one", "b", new Drain())).isEqualTo("drained after 2");
    }

    @Test
    default void Q10_a_call_that_has_its_reply_executes_no_further_message() {
        CountDownLatch never = new CountDownLatch(1);
        EngineProcess first = process(EngineSettings.DEFAULT);
        Runs runs = cluster(first, held("next", new CountDownLatch(1), never));
        runs.run("one", new Cluster());
        runs.tellServe("one", "a", new Note("first"));
        runs.tellServe("one", "b", new Assign("build"));
        runs.tellServe("one", "c", new Note("next"));

        assertThat(runs.askServe("one", "b", new Assign("build")).names()).containsExactly("planned", "first", "build");
        never.countDown();
        assertThat(drained(runs)).containsExactly("planned", "first", "build", "next");
    }

    @Test
    default void Q11_each_message_begins_a_new_count_of_steps_and_visits() {
        Runs runs = cluster(process(EngineSettings.DEFAULT.limits(4, 3, 100_000)), new ClusterAgent());
        runs.run("one", new Cluster());
        for (int i = 1; i <= 10; i++) {
            runs.tellServe("one", "m" + i, new Note("note " + i));
        }

        assertThat(drained(runs)).containsExactlyElementsOf(notes(10));
    }

    @Test
    @Tag("slow")
    default void Q11_the_end_of_a_time_of_a_second_begins_a_new_count_of_steps() throws Exception {
        Runs runs = cluster(process(EngineSettings.DEFAULT.limits(4, 3, 100_000)), new ClusterAgent());
        Outcome outcome = runs.run("one", Cluster.of(Duration.ofSeconds(1), 3));
        while (outcome instanceof Outcome.Serve) {
            pass(Duration.ofMillis(1_100));
            outcome = runs.resume("one");
        }

        assertThat(lines(outcome)).containsExactly("planned", "idle", "idle", "idle");
    }

    @Test
    default void Q11_the_log_tells_which_message_was_taken_and_how_long_the_run_listens() {
        Runs runs = cluster();
        runs.run("one", new Cluster());
        runs.as(Actor.named("ann")).tellServe("one", "a", new Note("first"));
        Outcome.Serve listens = serve(runs.resume("one"));
        drained(runs);

        List<RunEvent> events = events(runs);
        assertThat(events)
                .filteredOn(RunEvent.MessageTaken.class::isInstance)
                .extracting(event -> (RunEvent.MessageTaken) event)
                .extracting(RunEvent.MessageTaken::mailbox, RunEvent.MessageTaken::id, RunEvent.MessageTaken::by)
                .containsExactly(tuple("serve", "a", "ann"), tuple("serve", "drain", null));
        assertThat(events)
                .filteredOn(RunEvent.Waiting.class::isInstance)
                .hasSize(2)
                .last()
                .satisfies(event -> assertThat(((RunEvent.Waiting) event).until())
                        .isCloseTo(listens.until(), within(1, ChronoUnit.MINUTES)));
    }

    @Test
    default void Q11_after_its_time_the_run_goes_on_and_a_later_message_waits() throws Exception {
        Runs runs = cluster();
        runs.run("one", Cluster.of(Duration.ofMillis(700), 2));
        pass(Duration.ofMillis(800));
        runs.tellServe("one", "a", new Note("late"));

        Outcome outcome = runs.resume("one");
        while (!(outcome instanceof Outcome.Completed)) {
            pass(Duration.ofMillis(800));
            outcome = runs.resume("one");
        }
        assertThat(lines(outcome)).containsExactly("planned", "idle", "late", "idle");
    }

    @Test
    default void L6_a_cancel_ends_a_run_that_listens() {
        Runs runs = cluster();
        runs.run("one", new Cluster());

        runs.as(LEAD).cancel("one");

        assertThat(runs.resume("one")).isEqualTo(new Outcome.Cancelled("ann", List.of()));
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> runs.tellServe("one", "a", new Note("late")), "CANCELLED");
    }

    @Test
    default void H1_a_hook_does_not_replace_a_mailbox() {
        StepHook hook = EngineFixture.before(
                "serve", new HookDecision.Replace(new HookTransition.Go("note", new Note("forged"), null)));
        Runs runs = cluster(process(EngineSettings.DEFAULT.hooks(hook)), new ClusterAgent());

        assertThat(error(runs.run("one", new Cluster()))).isEqualTo(ErrorCode.INVALID_TRANSITION);
    }
}
