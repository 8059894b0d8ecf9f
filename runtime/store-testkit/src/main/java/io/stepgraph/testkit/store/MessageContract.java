package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.QueueContract.claim;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.MailboxLook;
import io.stepgraph.store.MessageStore;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.VisitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages to runs: told, taken, withdrawn, and their replies. */
@Tag("Q5")
@Tag("Q6")
@Tag("Q7")
@Tag("Q8")
@Tag("Q9")
interface MessageContract extends StoreFixture {
    List<String> SERVE = List.of("serve");
    List<String> DESK = List.of("desk");
    Duration KEPT = Duration.ofMillis(500);
    int ROOM = 1_000;

    private MessageStore messages() {
        return store().messages();
    }

    private static NewMessage message(List<String> mailbox, String id, String json) {
        return new NewMessage(KEY, mailbox, id, Json.of(json), "carol", ROOM, null);
    }

    /** Stores a message whose content is its id. Returns whether it is new. */
    private boolean tell(List<String> mailbox, String id) {
        return messages().tell(message(mailbox, id, "\"" + id + "\""));
    }

    private StoredMessage told(List<String> mailbox, String id) {
        return Objects.requireNonNull(messages().find(KEY, mailbox, id));
    }

    private MailboxLook look(StoredRun run, List<String> mailbox) {
        return messages().look(run.runNumber(), mailbox);
    }

    private static StoredMessage first(MailboxLook look) {
        return Objects.requireNonNull(look.first());
    }

    private static Commit with(Commit commit, MessageWrite write) {
        VisitResult result = commit.result().with(write);
        return new Commit(commit.revision(), commit.commandVersion(), commit.fingerprint(), result, commit.effects());
    }

    /** The run pauses at the mailbox, having seen that it was told so many messages. */
    private static Commit listens(StoredRun run, long told, @Nullable Duration time) {
        StepEntry mailbox = at("serve", run.checkpoint().visit() + 1);
        Due due = time == null ? null : Due.in(time);
        return with(rests(run, mailbox, new StopReason.Listens(), due), new MessageWrite.Listens(told));
    }

    private StoredRun listening(@Nullable Duration time) {
        StoredRun run = started();
        return committed(run, listens(run, 0, time));
    }

    private static MessageWrite.Takes takes(StoredRun run, MailboxLook look) {
        return new MessageWrite.Takes(
                first(look).number(), look.settled(), run.checkpoint().visit() + 1);
    }

    private static StepEntry assign(StoredRun run) {
        return at("assign", run.checkpoint().visit() + 1);
    }

    private static Commit takesFirst(StoredRun run, MailboxLook look) {
        return with(goesOn(run, assign(run)), takes(run, look));
    }

    /** The run takes the first message of a mailbox. */
    private StoredRun taken(StoredRun run, List<String> mailbox) {
        return committed(run, takesFirst(run, look(run, mailbox)));
    }

    /** Acquires a run at the step that follows the mailbox. */
    @SuppressWarnings("NullAway") // the class file of a compact constructor has no annotation of its parameters
    private @Nullable StoredRun assigned(StoredRun seen, MessageWrite.@Nullable Takes takes) {
        LeaseRequest lease = new LeaseRequest(BOB, LEASE);
        return store().runs().acquire(new AcquireRequest(seen, lease, false, assign(seen), takes, List.of(EVENT)));
    }

    private static Commit replies(StoredRun run, long number) {
        MessageWrite.Reply reply = new MessageWrite.Reply(number, Json.of("\"done\""));
        return with(goesOn(run, at("serve", run.checkpoint().visit() + 1)), new MessageWrite.Replies(List.of(reply)));
    }

    private long waiting() {
        RunLook look = Objects.requireNonNull(store().lists().look(KEY));
        assertThat(messages().waiting(KEY, ROOM)).hasSize((int) look.messages());
        return look.messages();
    }

    private List<RunKey> claimed() {
        return store().queue().claim(claim(9)).stream().map(ClaimedRun::key).toList();
    }

    private void assertNotWritten(StoredRun run, Commit commit) {
        StoredRun before = found(run);
        long waiting = waiting();
        assertThat(store().runs().commit(run.lease(LEASE), commit)).isEqualTo(CommitResult.COMMAND_ARRIVED);
        assertThat(found(run)).isEqualTo(before);
        assertThat(waiting()).isEqualTo(waiting);
    }

    @Test
    default void Q6_messages_wait_in_the_order_in_which_they_were_stored_and_each_mailbox_has_its_own() {
        StoredRun run = started();
        Instant now = present(store().runs().find(KEY)).readAt();
        tell(SERVE, "a");
        tell(DESK, "b");
        tell(SERVE, "c");

        assertThat(messages().waiting(KEY, 9))
                .extracting(StoredMessage::number, StoredMessage::mailbox, StoredMessage::id)
                .containsExactly(tuple(1L, "serve", "a"), tuple(2L, "desk", "b"), tuple(3L, "serve", "c"));
        assertThat(messages().waiting(KEY, 2)).hasSize(2);
        assertThat(first(look(run, DESK)).id()).isEqualTo("b");
        assertThat(look(run, List.of("other"))).isEqualTo(new MailboxLook(3, 0, null));
        StoredMessage a = first(look(run, SERVE));
        assertThat(a.message()).isEqualTo(Json.of("\"a\""));
        assertThat(a.by()).isEqualTo("carol");
        assertThat(a.toldAt()).isBetween(now, now.plus(Duration.ofMinutes(1)));
        assertThat(a.takenIn()).isNull();
        assertThat(found(run)).as("nobody has come").isEqualTo(run);

        StoredRun next = taken(run, SERVE);

        assertThat(next.checkpoint()).isEqualTo(assign(run));
        assertThat(look(run, SERVE).settled()).isEqualTo(1);
        assertThat(first(look(run, SERVE)).id()).isEqualTo("c");
        assertThat(waiting()).isEqualTo(2);
    }

    @Test
    default void Q6_a_message_that_was_taken_keeps_its_id_its_hash_and_its_reply() {
        StoredRun run = started();
        tell(SERVE, "a");
        StoredMessage waiting = told(SERVE, "a");

        StoredRun next = taken(run, SERVE);

        StoredMessage taken = told(SERVE, "a");
        assertThat(taken.message()).isNull();
        assertThat(taken.takenIn()).isEqualTo(next.checkpoint().visit());
        assertThat(taken.hash())
                .isEqualTo(waiting.hash())
                .isEqualTo(message(SERVE, "a", "\"a\"").hash());
        assertThat(taken.toldAt()).isEqualTo(waiting.toldAt());
        committed(next, replies(next, taken.number()));
        assertThat(told(SERVE, "a").reply()).isEqualTo(Json.of("\"done\""));
    }

    @Test
    default void Q6_a_known_id_changes_nothing_whatever_the_status_of_the_run_and_another_message_is_refused() {
        StoredRun run = started();
        assertThat(tell(SERVE, "a")).isTrue();
        assertThat(tell(DESK, "a")).as("of another mailbox").isTrue();
        assertThat(tell(SERVE, "a")).isFalse();
        StoredRun next = taken(run, SERVE);
        StoredRun ended = committed(next, rests(next, COMPLETED));

        assertThat(tell(SERVE, "a")).isFalse();
        assertThat(tell(DESK, "a")).isFalse();
        assertThrown(StaleAnswerException.class, () -> messages().tell(message(DESK, "a", "1")), "'a'", "essay-1");
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> tell(SERVE, "new"), "essay-1", "COMPLETED");
        assertThat(found(ended)).isEqualTo(ended);
        assertThat(look(run, DESK).told()).isEqualTo(2);
    }

    @Test
    default void Q6_1000_messages_of_20_threads_are_numbered_without_a_gap_and_each_is_taken_once() throws Exception {
        StoredRun run = started();

        Race.of(20, racer -> {
            for (int i = 0; i < 50; i++) {
                tell(i % 2 == 0 ? SERVE : DESK, racer + "-" + i);
            }
            return null;
        });

        assertThat(messages().waiting(KEY, 2_000))
                .extracting(StoredMessage::number)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 1_000).boxed().toList());
        assertThrown(QueueFullException.class, () -> tell(SERVE, "one more"), "essay-1", "1000");
        for (int i = 0; i < 20; i++) {
            run = taken(run, i % 3 == 0 ? SERVE : DESK);
        }
        assertThat(waiting()).isEqualTo(980);
    }

    @Test
    default void Q7_a_message_wakes_a_run_that_listens_once_as_a_run_that_was_released() {
        StoredRun listening = listening(LEASE);
        assertThat(listening.status()).isEqualTo(Status.WAITING);
        assertThat(listening.dueAt()).isNotNull();
        assertThat(claimed()).isEmpty();

        tell(SERVE, "a");

        StoredRun woken = found(listening);
        assertThat(woken.status()).isEqualTo(Status.QUEUED);
        assertThat(woken.stopReason()).isNull();
        assertThat(woken.dueAt()).isNull();
        assertThat(woken.revision()).isEqualTo(listening.revision() + 1);
        assertThat(woken.commandVersion()).isEqualTo(listening.commandVersion());
        assertThat(woken.fencingToken()).isEqualTo(listening.fencingToken());
        assertThat(woken.checkpoint()).isEqualTo(listening.checkpoint());
        assertThat(woken.lastEvent()).isEqualTo(listening.lastEvent());
        tell(SERVE, "b");
        assertThat(found(woken)).isEqualTo(woken);
        assertThat(claimed()).containsExactly(KEY);
        assertThat(assigned(listening, null)).as("as it was before").isNull();
        assertThat(waiting()).isEqualTo(2);
    }

    @Test
    default void Q7_a_run_that_was_woken_is_acquired_at_the_step_that_takes_the_message_unless_that_is_gone() {
        StoredRun listening = listening(null);
        tell(SERVE, "a");
        tell(SERVE, "b");
        StoredRun woken = found(listening);
        MailboxLook before = look(woken, SERVE);
        messages().withdraw(KEY, SERVE, "a");
        StoredRun changed = found(woken);

        assertThat(changed.revision()).as("so that a worker looks again").isEqualTo(woken.revision() + 1);
        assertThat(assigned(changed, takes(woken, before))).isNull();
        assertThat(found(woken)).isEqualTo(changed);
        StoredRun taken = present(assigned(changed, takes(woken, look(woken, SERVE))));

        assertThat(taken.status()).isEqualTo(Status.RUNNING);
        assertThat(taken.checkpoint()).isEqualTo(assign(woken));
        assertThat(told(SERVE, "b").takenIn()).isEqualTo(taken.checkpoint().visit());
        assertThat(look(taken, SERVE)).isEqualTo(new MailboxLook(2, 2, null));
    }

    @Test
    default void Q7_a_message_wakes_no_run_that_is_executed_or_waits_for_something_else() {
        StoredRun run = started();
        tell(SERVE, "a");
        assertThat(found(run)).isEqualTo(run);
        StoredRun listening = committed(run, listens(run, 1, null));
        tell(DESK, "b");
        assertThat(found(run)).isEqualTo(listening);

        RunKey other = key("asks");
        StoredRun asking = rested(other, question());
        messages().tell(new NewMessage(other, List.of("approve"), "c", Json.of("1"), null, ROOM, null));
        assertThat(found(asking)).isEqualTo(asking);
    }

    @Test
    default void Q7_a_message_after_the_end_of_the_time_is_kept_and_the_run_goes_on_without_it() {
        StoredRun listening = listening(Duration.ofMinutes(1));
        assertThat(assigned(listening, null)).isNull();
        setWallClock(Duration.ofHours(1));

        tell(SERVE, "late");
        setWallClock(Duration.ofHours(-1));

        StoredRun late = present(store().runs().find(KEY));
        assertThat(late.status()).isEqualTo(Status.WAITING);
        assertThat(late.isDue()).as("also if the clock is set back").isTrue();
        assertThat(claimed()).containsExactly(KEY);
        assertThat(present(assigned(listening, null)).checkpoint()).isEqualTo(assign(listening));
        assertThat(waiting()).isEqualTo(1);
    }

    @Test
    default void Q7_a_run_that_listens_is_claimed_at_its_deadline() {
        StoredRun run = present(start(newRun(KEY, null, WaitContract.WHILE), ANN));
        StoredRun listening = committed(run, listens(run, 0, null));
        assertThat(claimed()).isEmpty();

        pass(WaitContract.AFTERWARDS);

        assertThat(claimed()).containsExactly(KEY);
        assertThat(assigned(listening, null)).as("its time is not over").isNull();
    }

    @Test
    default void Q7_a_pause_is_not_written_after_a_message_that_its_owner_has_not_seen() {
        StoredRun run = started();
        tell(DESK, "a");

        assertNotWritten(run, listens(run, 0, null));

        assertThat(committed(run, listens(run, 1, null)).status()).isEqualTo(Status.WAITING);
    }

    @Test
    default void Q7_a_message_that_is_withdrawn_meanwhile_is_not_taken() {
        StoredRun run = started();
        tell(SERVE, "a");
        tell(SERVE, "b");
        MailboxLook before = look(run, SERVE);
        messages().withdraw(KEY, SERVE, "a");

        assertNotWritten(run, takesFirst(run, before));

        taken(run, SERVE);
        assertThat(told(SERVE, "b").takenIn()).isEqualTo(2);
    }

    @Test
    default void Q7_of_a_message_and_a_pause_at_once_either_sees_the_other() throws Exception {
        for (int round = 0; round < 50; round++) {
            StoredRun run = started(key("race-" + round));
            NewMessage message = new NewMessage(run.key(), SERVE, "a", Json.of("1"), null, ROOM, null);

            List<@Nullable Object> results = Race.of(
                    2,
                    racer -> racer == 0
                            ? messages().tell(message)
                            : store().runs().commit(run.lease(LEASE), listens(run, 0, null)));

            assertThat(found(run).status())
                    .isEqualTo(results.get(1) == CommitResult.STORED ? Status.QUEUED : Status.RUNNING);
        }
    }

    @Test
    default void Q8_only_so_many_messages_wait_in_a_run() {
        StoredRun run = started();
        NewMessage third = new NewMessage(KEY, SERVE, "c", Json.of("1"), null, 2, null);
        tell(SERVE, "a");
        tell(DESK, "b");
        assertThrown(QueueFullException.class, () -> messages().tell(third), "'c'", "essay-1", "2");
        assertThat(waiting()).isEqualTo(2);

        taken(run, SERVE);

        assertThat(messages().tell(third)).isTrue();
    }

    @Test
    default void Q8_a_message_is_withdrawn_unless_it_was_taken() {
        StoredRun run = started();
        tell(SERVE, "a");
        tell(SERVE, "b");
        taken(run, SERVE);

        assertThat(messages().withdraw(KEY, SERVE, "a")).as("taken").isFalse();
        assertThat(messages().withdraw(KEY, DESK, "b")).as("of another mailbox").isFalse();
        assertThat(messages().withdraw(KEY, SERVE, "b")).isTrue();
        assertThat(messages().withdraw(KEY, SERVE, "b")).isFalse();
        assertThat(messages().find(KEY, SERVE, "b")).isNull();
        assertThat(look(run, SERVE)).isEqualTo(new MailboxLook(2, 2, null));
        assertThat(tell(SERVE, "b")).as("the id is free").isTrue();
        assertThat(told(SERVE, "b").number()).isEqualTo(3);
    }

    @Test
    default void Q8_there_are_no_messages_to_a_run_that_does_not_exist() {
        assertThrown(RunNotFoundException.class, () -> tell(SERVE, "a"), "essay-1");
        assertThrown(RunNotFoundException.class, () -> messages().withdraw(KEY, SERVE, "a"), "essay-1");
        assertThat(messages().find(KEY, SERVE, "a")).isNull();
        assertThat(messages().waiting(KEY, 9)).isEmpty();
        assertThat(messages().look(1, SERVE)).isEqualTo(new MailboxLook(0, 0, null));
    }

    @Test
    default void Q8_the_messages_of_a_run_are_removed_with_it_and_a_later_one_of_its_id_has_none() {
        for (String way : List.of("delete", "prune", "delete all")) {
            StoredRun run = started();
            assertThat(tell(SERVE, "a")).isTrue();
            tell(SERVE, "b");
            StoredRun next = taken(run, SERVE);
            committed(next, rests(next, COMPLETED));
            switch (way) {
                case "delete" -> store().removals().delete(KEY);
                case "prune" -> store().removals().prune("default", Instant.MAX, 9);
                default -> store().removals().deleteAll("default", 9);
            }
            assertThat(look(run, SERVE)).as(way).isEqualTo(new MailboxLook(0, 0, null));
            assertThat(messages().find(KEY, SERVE, "a")).as(way).isNull();
        }
        assertThat(look(started(), SERVE)).isEqualTo(new MailboxLook(0, 0, null));
        assertThat(waiting()).isZero();
    }

    @Test
    default void Q8_a_fork_gets_no_messages_of_the_other_run() {
        StoredRun run = started();
        tell(SERVE, "a");
        tell(SERVE, "b");
        taken(run, SERVE);
        RunKey fork = key("fork");

        assertThat(store().queue().fork(newRun(fork), run.runNumber())).isTrue();

        assertThat(messages().waiting(fork, 9)).isEmpty();
        assertThat(messages().find(fork, SERVE, "a")).isNull();
        assertThat(look(present(find(fork)), SERVE)).isEqualTo(new MailboxLook(0, 0, null));
    }

    @Test
    default void Q9_a_message_gets_no_reply_any_more_once_a_later_one_of_its_mailbox_was_taken() {
        StoredRun run = started();
        List.of("a", "b", "c").forEach(id -> tell(SERVE, id));
        tell(DESK, "d");
        StoredRun second = taken(run, SERVE);
        StoredRun third = taken(second, DESK);
        assertThat(told(SERVE, "a").isPassed()).as("one of another mailbox").isFalse();

        taken(third, SERVE);

        assertThat(told(SERVE, "a").isPassed()).isTrue();
        assertThat(told(SERVE, "b").isPassed()).isFalse();
        assertThat(told(SERVE, "c").isPassed()).isFalse();
    }

    @Test
    default void Q9_the_commit_that_ends_a_run_may_reply() {
        StoredRun run = started();
        tell(SERVE, "a");
        StoredRun next = taken(run, SERVE);
        MessageWrite.Reply reply = new MessageWrite.Reply(1, Json.of("{}"));

        committed(next, with(rests(next, COMPLETED), new MessageWrite.Replies(List.of(reply))));

        assertThat(told(SERVE, "a").reply()).isEqualTo(Json.of("{}"));
    }

    @Test
    default void Q5_a_mailbox_that_was_renamed_has_the_messages_of_its_former_names() {
        List<String> renamed = List.of("counter", "serve");
        StoredRun listening = listening(null);
        messages().tell(message(renamed, "b", "\"b\""));
        assertThat(found(listening).status()).as("woken by a newer build").isEqualTo(Status.QUEUED);
        tell(SERVE, "a");

        assertThat(first(look(listening, renamed)).id()).isEqualTo("b");
        assertThat(told(renamed, "a").mailbox()).isEqualTo("serve");
        assertThat(tell(renamed, "a")).isFalse();
        StoredRun taken = present(assigned(found(listening), takes(listening, look(listening, renamed))));
        taken(taken, renamed);
        assertThat(told(renamed, "b").isPassed()).isTrue();
        tell(SERVE, "c");
        assertThat(messages().withdraw(KEY, renamed, "c")).isTrue();
    }

    @Test
    default void Q6_messages_that_were_taken_long_ago_are_forgotten_if_that_is_wished() {
        StoredRun run = started();
        tell(SERVE, "a");
        tell(DESK, "waits");
        StoredRun next = taken(run, SERVE);
        pass(KEPT.multipliedBy(2));
        tell(SERVE, "b");
        taken(next, SERVE);
        assertThat(told(SERVE, "a").takenIn()).as("kept as long as the run").isNotNull();

        messages().tell(new NewMessage(KEY, SERVE, "c", Json.of("1"), null, ROOM, KEPT));

        assertThat(messages().find(KEY, SERVE, "a")).isNull();
        assertThat(told(SERVE, "b").takenIn()).as("taken just now").isNotNull();
        assertThat(told(DESK, "waits").takenIn()).isNull();
        assertThat(told(SERVE, "c").number()).isEqualTo(4);
    }

    @Test
    default void Q9_the_message_that_was_taken_last_is_not_forgotten_before_its_reply() {
        StoredRun run = started();
        tell(SERVE, "a");
        StoredRun works = taken(run, SERVE);
        pass(KEPT.multipliedBy(2));
        messages().tell(new NewMessage(KEY, SERVE, "b", Json.of("1"), null, ROOM, KEPT));

        committed(works, replies(works, 1));

        assertThat(told(SERVE, "a").reply()).isEqualTo(Json.of("\"done\""));
    }

    @Test
    @Tag("R11")
    default void R11_a_commit_with_messages_that_is_sent_again_is_stored_once() {
        StoredRun run = started();
        tell(SERVE, "a");
        tell(SERVE, "b");
        Commit take = takesFirst(run, look(run, SERVE));
        StoredRun next = committed(run, take);
        assertStored(run, take);
        assertThat(look(run, SERVE).settled()).isEqualTo(1);
        Commit reply = replies(next, 1);
        StoredRun replied = committed(next, reply);
        assertStored(next, reply);
        Commit pause = listens(replied, 2, null);
        StoredRun listening = committed(replied, pause);
        assertStored(replied, pause);
        assertThat(found(run)).isEqualTo(listening);
        tell(DESK, "c");
        assertStored(replied, pause);

        tell(SERVE, "d");
        StoredRun woken = found(run);
        assertRefused(replied, pause);
        assertThat(found(run)).as("nobody knows its fate").isEqualTo(woken);
    }

    @Test
    @Tag("L1")
    default void L1_an_owner_without_a_lease_takes_nothing_and_replies_to_nobody() {
        StoredRun run = started();
        tell(SERVE, "a");
        Commit take = takesFirst(run, look(run, SERVE));
        StoredRun taken = acquired(run, BOB);

        assertRefused(run, take);
        assertRefused(run, replies(run, 1));
        assertRefused(run, listens(run, 0, null));

        assertThat(found(run)).isEqualTo(taken);
        assertThat(told(SERVE, "a").takenIn()).isNull();
        assertThat(told(SERVE, "a").reply()).isNull();
        assertThat(waiting()).isEqualTo(1);
    }
}
