package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.effectCall;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.labelled;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.NamespaceRuns;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.OwnerRuns;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoreLoad;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lists of runs and of open questions. */
@Tag("L8")
interface ListContract extends StoreFixture {
    Duration MOMENT = Duration.ofMillis(3);

    private static RunKey key(int number) {
        return new RunKey("default", "run-" + number);
    }

    private StoredRun begun(int number) {
        StoredRun run = started(key(number));
        pass(MOMENT);
        return run;
    }

    private StoredRun ended(int number, StopReason how) {
        StoredRun run = begun(number);
        StoredRun ended = committed(run, rests(run, how));
        pass(MOMENT);
        return ended;
    }

    private void completed(int number) {
        ended(number, COMPLETED);
    }

    private List<String> ids(RunQuery query) {
        List<String> ids = new ArrayList<>();
        RunQuery next = query;
        while (true) {
            RunPage page = store().lists().runs("default", next);
            assertThat(page.runs()).hasSizeLessThanOrEqualTo(query.limit());
            page.runs().forEach(run -> ids.add(run.id()));
            if (page.next() == null) {
                return ids;
            }
            next = query.after(page.next());
        }
    }

    private ListedRun only() {
        List<ListedRun> runs = store().lists().runs("default", RunQuery.ALL).runs();
        assertThat(runs).hasSize(1);
        return runs.get(0);
    }

    @Test
    default void aListedRunTellsWhereItStands() {
        start(labelled(KEY, "Ann \"O'Hara\"", Map.of("a'b\"\\", "ä€😀", "", "{}")), ANN);
        StoredRun run = present(store().runs().find(KEY));
        ListedRun listed = only();
        assertThat(listed)
                .isEqualTo(new ListedRun(
                        "essay-1",
                        run.runNumber(),
                        "example.Review",
                        Status.RUNNING,
                        "draft",
                        1,
                        1,
                        null,
                        "Ann \"O'Hara\"",
                        Map.of("a'b\"\\", "ä€😀", "", "{}"),
                        run.startedAt(),
                        run.startedAt(),
                        null,
                        null,
                        null,
                        null));
        pass(MOMENT);
        committed(run, goesOn(run, StoreFixture.at("review", 2)));
        assertThat(only().changedAt()).isAfter(listed.changedAt());
        assertThat(only().step()).isEqualTo("review");
    }

    @Test
    default void aListedRunTellsWhatItWaitsFor() {
        enqueue(key(1));
        store().queue().enqueue(newRun(key(2)), new QueueRequest(null, null, Duration.ofDays(1)));
        StoredRun asking = begun(3);
        committed(asking, rests(asking, question(), Duration.ofDays(2)));
        ended(4, new StopReason.Parked("no", PermissionMode.ACCEPT_EDITS));
        ended(5, new StopReason.Parked("not on Sunday", null));
        StoredRun delayed = begun(6);
        committed(delayed, rests(delayed, new StopReason.Delayed(), Duration.ofDays(1)));
        StoredRun answered = begun(7);
        submit(StoreFixture.answerTo(committed(answered, rests(answered, question())), "\"yes\""));
        completed(8);

        List<ListedRun> runs = store().lists()
                .runs("default", RunQuery.ALL.orderBy(RunQuery.Order.STARTED))
                .runs();
        assertThat(runs)
                .extracting(ListedRun::waitsFor)
                .containsExactly(
                        null,
                        "a worker that takes the answer",
                        "the next attempt of 'approve'",
                        "not on Sunday",
                        "the mode ACCEPT_EDITS for 'approve'",
                        "an answer to 'approve'",
                        "its start time",
                        "a worker");
        assertThat(runs.get(5).dueAt()).isNotNull();
    }

    @Test
    default void theRunThatChangedLastComesFirst() {
        StoredRun first = begun(1);
        begun(2);
        completed(3);
        assertThat(ids(RunQuery.ALL)).containsExactly("run-3", "run-2", "run-1");
        committed(first, goesOn(first, StoreFixture.at("review", 2)));
        assertThat(ids(RunQuery.ALL)).containsExactly("run-1", "run-3", "run-2");
        assertThat(ids(RunQuery.ALL.orderBy(RunQuery.Order.STARTED))).containsExactly("run-3", "run-2", "run-1");
        pass(MOMENT);
        command(key(3), new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "ann"));
        assertThat(ids(RunQuery.ALL)).containsExactly("run-1", "run-3", "run-2");
        command(key(2), new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "ann"));
        assertThat(ids(RunQuery.ALL)).containsExactly("run-2", "run-1", "run-3");
    }

    @Test
    default void pagesGiveEachRunOnce() {
        for (int i = 0; i < 7; i++) {
            completed(i);
            begun(10 + i);
        }
        for (RunQuery.Order order : RunQuery.Order.values()) {
            for (int limit = 1; limit <= 15; limit++) {
                assertThat(ids(RunQuery.ALL.orderBy(order).limit(limit)))
                        .hasSize(14)
                        .doesNotHaveDuplicates();
                assertThat(ids(RunQuery.ALL.orderBy(order).limit(limit).status(Status.COMPLETED)))
                        .containsExactly("run-6", "run-5", "run-4", "run-3", "run-2", "run-1", "run-0");
            }
        }
    }

    @Test
    default void runsThatChangedInTheSameMomentAreGivenOnce() {
        List<StoredRun> runs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            runs.add(started(key(i)));
        }
        runs.forEach(run -> committed(run, rests(run, COMPLETED)));
        assertThat(ids(RunQuery.ALL.limit(1))).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    default void aWalkByStartGivesRunsThatChangeMeanwhile() {
        List<StoredRun> runs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            runs.add(begun(i));
        }
        RunQuery query = RunQuery.ALL.orderBy(RunQuery.Order.STARTED).limit(2);
        RunPage first = store().lists().runs("default", query);
        runs.forEach(run -> committed(run, rests(run, COMPLETED)));
        begun(9);
        assertThat(first.runs()).extracting(ListedRun::id).containsExactly("run-3", "run-2");
        assertThat(store().lists().runs("default", query.after(first.next())).runs())
                .extracting(ListedRun::id)
                .containsExactly("run-1", "run-0");
    }

    @Test
    default void aListIsFilteredByThreadLabelAndStarter() {
        start(newRun(key(1), "chat", null), ANN);
        start(labelled(key(2), "ann", Map.of("a", "1", "b", "2")), ANN);
        start(labelled(key(3), "bob", Map.of("a", "1")), ANN);
        start(labelled(key(4), null, Map.of("a", "2")), ANN);
        for (RunQuery.Order order : RunQuery.Order.values()) {
            RunQuery all = RunQuery.ALL.orderBy(order).limit(1);
            assertThat(ids(all.thread("chat"))).containsExactly("run-1");
            assertThat(ids(all.label("a", "1"))).containsExactlyInAnyOrder("run-3", "run-2");
            assertThat(ids(all.label("a", "1").label("b", "2"))).containsExactly("run-2");
            assertThat(ids(all.startedBy("bob"))).containsExactly("run-3");
            assertThat(ids(all.startedBy("bob").label("b", "2"))).isEmpty();
            assertThat(ids(all.label("a", "1").status(Status.FAILED))).isEmpty();
            assertThat(ids(all.graph("other"))).isEmpty();
            assertThat(ids(all.graph("example.Review"))).hasSize(4);
            assertThat(ids(all.graph("example.Review").status(Status.RUNNING, Status.QUEUED)))
                    .hasSize(4);
        }
    }

    @Test
    default void aListIsFilteredByTime() {
        completed(1);
        StoredRun second = ended(2, new StopReason.Cancelled("ann"));
        completed(3);
        for (RunQuery.Order order : RunQuery.Order.values()) {
            ListedRun listed = store().lists()
                    .runs("default", RunQuery.ALL.orderBy(order))
                    .runs()
                    .get(1);
            assertThat(listed.runNumber()).isEqualTo(second.runNumber());
            Instant time = order == RunQuery.Order.CHANGED ? listed.changedAt() : listed.startedAt();
            RunQuery query = RunQuery.ALL.orderBy(order).limit(1);
            assertThat(ids(query.from(time))).containsExactly("run-3", "run-2");
            assertThat(ids(query.until(time))).containsExactly("run-1");
            assertThat(ids(query.from(time).until(time.plusMillis(1)))).containsExactly("run-2");
            // Any time that Java knows.
            assertThat(ids(query.from(Instant.MIN).until(Instant.MAX))).hasSize(3);
            assertThat(ids(query.from(Instant.MAX))).isEmpty();
            assertThat(ids(query.until(Instant.MIN))).isEmpty();
        }
    }

    @Test
    @Tag("L4")
    default void aNamespaceSeesItsOwnRunsOnlyAndLabelsGoWithTheirRun() {
        start(labelled(new RunKey("other", "secret"), "ann", Map.of("a", "1")), ANN);
        assertThat(store().lists().runs("default", RunQuery.ALL)).isEqualTo(new RunPage(List.of(), null));
        assertThat(store().lists().questions("default", null, 5)).isEqualTo(new QuestionPage(List.of(), null));
        assertThat(ids(RunQuery.ALL.label("a", "1"))).isEmpty();
        assertThat(ids(RunQuery.ALL.startedBy("ann").orderBy(RunQuery.Order.STARTED)))
                .isEmpty();

        StoredRun run = present(start(labelled(KEY, "ann", Map.of("a", "1")), ANN));
        committed(run, rests(run, COMPLETED));
        store().removals().delete(KEY);
        assertThat(ids(RunQuery.ALL.label("a", "1"))).isEmpty();
    }

    @Test
    @Tag("I6")
    default void theOldestQuestionComesFirst() {
        for (int i = 0; i < 5; i++) {
            StoredRun run = begun(i);
            committed(run, rests(run, question(), i == 0 ? Duration.ofDays(1) : null));
            pass(MOMENT);
        }
        ended(5, new StopReason.Parked("no", null));
        StoredRun answered = begun(6);
        submit(StoreFixture.answerTo(committed(answered, rests(answered, question())), "\"yes\""));
        // Neither the question nor its age has changed.
        command(key(1), PLAN);

        List<OpenQuestion> questions = new ArrayList<>();
        @Nullable String next = null;
        do {
            QuestionPage page = store().lists().questions("default", next == null ? null : RunCursor.parse(next), 2);
            questions.addAll(page.questions());
            next = page.next();
        } while (next != null);

        assertThat(questions)
                .extracting(question -> question.run().id())
                .containsExactly("run-0", "run-1", "run-2", "run-3", "run-4");
        OpenQuestion first = questions.get(0);
        StoredRun run = Objects.requireNonNull(store().runs().find(key(0)));
        assertThat(first.ticket()).isEqualTo(new Ticket("default", "run-0", run.runNumber(), 2, "approve", "nonce-1"));
        assertThat(first.question()).isEqualTo(Json.of("{\"text\":\"Approve?\"}"));
        assertThat(first.answerSchema()).isEqualTo(Json.of("{\"oneOf\":[]}"));
        assertThat(first.expiresAt()).isEqualTo(run.dueAt());
        assertThat(questions.get(1).expiresAt()).isNull();
        assertThat(store().lists().questions("other", null, 5).questions()).isEmpty();
    }

    @Test
    default void anInvalidQueryIsRefused() {
        assertThatThrownBy(() -> RunQuery.ALL.limit(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunQuery.ALL.limit(1_001)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(RunQuery.ALL::status).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunQuery.ALL.failure("bank").status(Status.WAITING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Only runs that are FAILED have a failure; leave out the failure, or the statuses [WAITING].");
        for (String damaged : List.of("", "1", "x.y", "1.", ".1")) {
            assertThrown(IllegalArgumentException.class, () -> RunQuery.ALL.after(damaged), "cursor");
        }
    }

    @Test
    @Tag("Q4")
    default void Q4_a_look_tells_where_a_run_stands_at_any_time() {
        assertThat(store().lists().look(KEY)).isNull();
        StoredRun run = present(start(labelled(KEY, "ann", Map.of("team", "ops")), ANN));
        assertThat(store().lists().look(KEY))
                .isEqualTo(new RunLook(
                        GRAPH,
                        Status.RUNNING,
                        "draft",
                        1,
                        1,
                        PermissionMode.DEFAULT,
                        Map.of("team", "ops"),
                        run.startedAt(),
                        null,
                        0,
                        null));
        assertThat(store().lists().look(new RunKey("other", KEY.id()))).isNull();
        pass(MOMENT);
        command(KEY, PLAN);
        StoredRun seen = found(run);

        StoredRun waiting = committed(seen, rests(seen, question(), Duration.ofDays(1)));

        Instant since = Objects.requireNonNull(waiting.dueAt()).minus(Duration.ofDays(1));
        assertThat(store().lists().look(KEY))
                .isEqualTo(new RunLook(
                        GRAPH,
                        Status.WAITING,
                        "approve",
                        2,
                        1,
                        PermissionMode.PLAN,
                        Map.of("team", "ops"),
                        since,
                        waiting.dueAt(),
                        0,
                        "an answer to 'approve'"));
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    @Tag("Q4")
    default void Q4_a_look_tells_of_a_run_what_its_list_tells(StopReason why) {
        rested(why);
        ListedRun listed = only();

        RunLook look = Objects.requireNonNull(store().lists().look(KEY));

        assertThat(look.status()).isEqualTo(why.status());
        assertThat(look.step()).isEqualTo(listed.step());
        assertThat(look.visit()).isEqualTo(listed.visit());
        assertThat(look.since()).isEqualTo(listed.changedAt());
        assertThat(look.due()).isEqualTo(listed.dueAt());
        assertThat(look.waitsFor()).isEqualTo(listed.waitsFor());
    }

    @Test
    default void L8_the_unfinished_runs_of_a_namespace_are_counted() {
        assertThat(store().lists().load(KEY.namespace())).isEqualTo(new StoreLoad(List.of(), Duration.ZERO, 0, 0));
        StoredRun running = started();
        StoredRun doubtful = started(new RunKey(KEY.namespace(), "essay-2"));
        StoredRun ended = started(new RunKey(KEY.namespace(), "essay-3"));
        EffectId refund = new EffectId(1, "refund", "", 1);
        store().effects().begin(doubtful.lease(LEASE), effectCall(refund, 1, false, true));
        committed(doubtful, rests(doubtful, PARKED));
        committed(ended, rests(ended, COMPLETED));
        for (String id : List.of("queued-1", "queued-2")) {
            store().queue().enqueue(newRun(new RunKey(KEY.namespace(), id)), new QueueRequest(null, null, null));
        }
        store().queue()
                .enqueue(
                        newRun(new RunKey(KEY.namespace(), "later")),
                        new QueueRequest(null, null, Duration.ofHours(1)));
        enqueue(new RunKey("elsewhere", "queued"));
        pass(Duration.ofMillis(500));

        StoreLoad load = store().lists().load(KEY.namespace());

        assertThat(load.runs())
                .containsExactlyInAnyOrder(
                        new StoreLoad.RunCount(running.graph(), Status.RUNNING, 1),
                        new StoreLoad.RunCount(running.graph(), Status.WAITING, 1),
                        new StoreLoad.RunCount(running.graph(), Status.QUEUED, 3));
        assertThat(load.queueAge()).isBetween(Duration.ofMillis(500), Duration.ofMinutes(5));
        assertThat(load.effectsInDoubt()).isEqualTo(1);
        assertThat(store().lists().load("elsewhere").effectsInDoubt()).isZero();
    }

    @Test
    default void L8_a_run_whose_lease_is_over_is_due_since_then() {
        start(newRun(key(1)), BOB);
        assertThat(store().lists().load("default").queueAge()).isZero();
        store().runs().start(newRun(key(2)), new LeaseRequest(ANN, Duration.ofMillis(50)));
        pass(Duration.ofMillis(550));

        assertThat(store().lists().load("default").queueAge()).isBetween(Duration.ofMillis(500), Duration.ofMinutes(5));
        assertThat(store().lists().load("other").queueAge()).isZero();
    }

    @Test
    default void L8_a_listed_run_tells_why_it_has_failed() {
        ended(1, new StopReason.Failed(Json.of("{\"step\":\"approve\",\"type\":\"a.B\",\"message\":\"no way\"}")));
        ended(2, new StopReason.Failed(Json.of("{\"type\":\"a.B\",\"message\":\"\"}")));
        ended(3, new StopReason.Failed(Json.of("{\"message\":\"" + "😀".repeat(300) + "\"}")));
        ended(4, new StopReason.Failed(Json.of("7")));
        completed(5);

        assertThat(store().lists().runs("default", RunQuery.ALL).runs())
                .extracting(ListedRun::failure)
                .containsExactly(null, "7", "😀".repeat(199) + "…", "a.B", "no way");
    }

    private void failed(int number, String step, String code, String message) {
        StoredRun run = begun(number);
        StopReason why = new StopReason.Failed(
                Json.of("{\"step\":\"" + step + "\",\"code\":\"" + code + "\",\"message\":\"" + message + "\"}"),
                "trace");
        committed(run, commit(run.revision(), run.commandVersion(), "print-1", StoreFixture.at(step, 2), why));
        pass(MOMENT);
    }

    @Test
    default void L8_a_list_is_filtered_by_step_and_failure() {
        failed(1, "pay", "STEP_FAILED", "the card 100% declined");
        failed(2, "pay", "TIMEOUT", "the bank does not answer");
        failed(3, "mail", "STEP_FAILED", "the bank does not answer");
        begun(4);
        ended(5, new StopReason.Failed(Json.of("7")));
        for (RunQuery.Order order : RunQuery.Order.values()) {
            RunQuery all = RunQuery.ALL.orderBy(order).limit(1);
            assertThat(ids(all.step("pay"))).containsExactly("run-2", "run-1");
            assertThat(ids(all.step("pay").status(Status.RUNNING))).isEmpty();
            assertThat(ids(all.step("draft"))).containsExactly("run-4");
            assertThat(ids(all.failure("bank"))).containsExactly("run-3", "run-2");
            assertThat(ids(all.failure("0% "))).containsExactly("run-1");
            assertThat(ids(all.failure("Bank"))).isEmpty();
            assertThat(ids(all.failure("trace"))).isEmpty();
            assertThat(ids(all.failure("STEP_FAILED").step("pay"))).containsExactly("run-1");
            assertThat(ids(all.status(Status.FAILED, Status.COMPLETED).failure("7")))
                    .containsExactly("run-5");
        }
        assertThat(store().lists().runs("default", RunQuery.ALL.step("pay")).runs())
                .extracting(ListedRun::failureCode)
                .containsExactly("TIMEOUT", "STEP_FAILED");
        assertThat(ids(RunQuery.ALL.thread("none").failure("bank"))).isEmpty();
    }

    @Test
    default void L8_the_runs_with_a_status_are_counted() {
        begun(1);
        ended(2, FAILED);
        ended(3, FAILED);
        completed(4);
        ended(5, question());
        enqueue(key(6));

        Map<Status, Long> counts = new EnumMap<>(Status.class);
        for (Status status : Status.values()) {
            counts.put(status, store().lists().count("default", status));
            assertThat(store().lists().count("other", status)).isZero();
        }

        assertThat(counts)
                .isEqualTo(Map.of(
                        Status.QUEUED, 1L,
                        Status.RUNNING, 1L,
                        Status.WAITING, 1L,
                        Status.COMPLETED, 1L,
                        Status.FAILED, 2L,
                        Status.CANCELLED, 0L));
    }

    @Test
    default void L8_the_owners_of_the_runs_of_a_namespace_are_listed_with_their_leases() {
        store().runs().start(newRun(key(1)), new LeaseRequest(ANN, Duration.ofMillis(50)));
        start(newRun(key(2)), ANN);
        start(newRun(key(3)), BOB);
        start(newRun(new RunKey("other", "run-1")), BOB);
        completed(4);
        Instant first =
                Objects.requireNonNull(present(store().runs().find(key(1))).leaseUntil());
        pass(Duration.ofMillis(60));

        List<OwnerRuns> owners = store().lists().owners("default");

        assertThat(owners)
                .extracting(OwnerRuns::owner, OwnerRuns::runs, OwnerRuns::isLeaseOver)
                .containsExactlyInAnyOrder(tuple(ANN, 2L, true), tuple(BOB, 1L, false));
        assertThat(owners)
                .filteredOn(owner -> owner.owner().equals(ANN))
                .extracting(OwnerRuns::leaseUntil)
                .containsExactly(first);
        assertThat(store().lists().owners("empty")).isEmpty();
    }

    @Test
    @Tag("L4")
    default void L8_the_namespaces_with_runs_are_listed_page_by_page() {
        assertThat(store().lists().namespaces("", 10)).isEmpty();
        List<String> names = List.of("default", "Tenant 7", "a~b", "ä", "tenant-1", "tenant-10", "tenant_1");
        for (String name : names) {
            started(new RunKey(name, "run-1"));
        }
        started(key(2));

        List<NamespaceRuns> found = new ArrayList<>();
        List<NamespaceRuns> page = store().lists().namespaces("", 2);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(2);
            found.addAll(page);
            page = store().lists().namespaces(page.get(page.size() - 1).namespace(), 2);
        }

        assertThat(found).extracting(NamespaceRuns::namespace).containsExactlyInAnyOrderElementsOf(names);
        assertThat(found)
                .allSatisfy(each ->
                        assertThat(each.runs()).isEqualTo(each.namespace().equals("default") ? 2 : 1));
        assertThat(store().lists().namespaces("", 0)).isEmpty();
        assertThatThrownBy(() -> store().lists().namespaces("", -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
