package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.effectCall;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.refuses;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.NoticeStore.ClaimedNotice;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Notices: which runs a handler is to be told of. */
@Tag("Q13")
@Tag("Q14")
interface NoticeContract extends StoreFixture {
    StopReason NEEDS_MODE = new StopReason.Parked("no", PermissionMode.ACCEPT_EDITS);

    private List<ClaimedNotice> claim(int limit, Duration length) {
        return store().notices().claim(Set.of("example.Other", GRAPH), Set.of(), limit, length);
    }

    private List<ClaimedNotice> claim() {
        return claim(9, LEASE);
    }

    private List<RunKey> claimed() {
        return claim().stream().map(ClaimedNotice::run).toList();
    }

    private ClaimedNotice claimedOne() {
        List<ClaimedNotice> claimed = claim();
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    private StoredRun parked(@Nullable Duration dueIn) {
        StoredRun run = started();
        return committed(run, rests(run, NEEDS_MODE, dueIn));
    }

    /** Since when the run stands where it does. */
    private Instant since() {
        return Objects.requireNonNull(store().lists().look(KEY)).since();
    }

    private void setMode(PermissionMode mode) {
        store().runs().command(KEY, new RunCommand.SetMode(mode, "ann"));
    }

    @Test
    default void Q13_a_question_a_park_and_a_failure_are_to_be_told_at_once() {
        StoredRun asked = started();
        asked = committed(asked, rests(asked, question(), Duration.ofDays(1)));
        StoredRun parked = rested(key("parked"), PARKED);
        StoredRun failed = rested(key("failed"), FAILED);

        Map<RunKey, ClaimedNotice> told =
                claim().stream().collect(Collectors.toMap(ClaimedNotice::run, Function.identity()));

        assertThat(told).containsOnlyKeys(KEY, parked.key(), failed.key());
        assertThat(told.get(parked.key())).extracting(ClaimedNotice::kind).isEqualTo("parked");
        assertThat(told.get(failed.key())).extracting(ClaimedNotice::kind).isEqualTo("failed");
        ClaimedNotice notice = Objects.requireNonNull(told.get(KEY));
        assertThat(notice.since()).isEqualTo(since());
        assertThat(notice)
                .isEqualTo(new ClaimedNotice(
                        KEY,
                        asked.runNumber(),
                        GRAPH,
                        asked.revision(),
                        2,
                        "approve",
                        "asked",
                        notice.reason(),
                        notice.since(),
                        asked.dueAt()));
        assertThat(StopReason.of(notice.kind(), notice.reason())).isEqualTo(question());
    }

    @Test
    default void Q13_nothing_else_is_told() {
        started(key("running"));
        enqueue(key("queued"));
        rested(key("completed"), COMPLETED);
        rested(key("cancelled"), new StopReason.Cancelled("ann"));
        for (StopReason why : List.of(new StopReason.Delayed(), new StopReason.Waits(), new StopReason.Listens())) {
            StoredRun run = started(key(why.kind()));
            committed(run, rests(run, why, Duration.ofDays(1)));
        }
        parked(Duration.ZERO); // for the ceiling of its worker only

        assertThat(claimed()).isEmpty();
    }

    @Test
    default void Q13_a_notice_is_claimed_by_one_worker_until_it_was_told() {
        rested(question());
        ClaimedNotice first = claim(9, LeaseContract.SHORT).get(0);
        assertThat(claimed()).isEmpty();
        pass(LeaseContract.SHORT);

        assertThat(claimedOne()).isEqualTo(first);
        store().notices().told(first, LeaseContract.SHORT);
        assertThat(claimed()).isEmpty();
        pass(LeaseContract.SHORT);

        assertThat(claimedOne()).isEqualTo(first);
        store().notices().told(first, null);
        store().notices().told(first, Duration.ZERO);
        assertThat(claimed()).isEmpty();
    }

    @Test
    @Tag("L1")
    default void Q13_a_claim_lasts_for_its_length_whatever_the_wall_clock_says() {
        assumeTrue(hasMonotonicClock());
        setWallClock(Duration.ofHours(9));
        rested(question());
        setWallClock(Duration.ofHours(-9));

        assertThat(claim(9, LeaseContract.SHORT)).hasSize(1);
        setWallClock(Duration.ofHours(9));
        assertThat(claimed()).isEmpty();
        pass(LeaseContract.SHORT);
        assertThat(claimed()).hasSize(1);
    }

    @Test
    default void Q14_a_run_that_goes_on_or_ends_before_it_is_told_is_not_told() {
        StoredRun answered = rested(key("answered"), question());
        StoredRun continued = rested(key("continued"), question());
        StoredRun cancelled = rested(key("cancelled"), question());
        StoredRun retried = rested(key("retried"), FAILED);
        StoredRun resumed = rested(key("resumed"), PARKED);
        StoredRun deleted = rested(key("deleted"), FAILED);
        List<ClaimedNotice> told = claim();
        assertThat(told).hasSize(6);

        submit(answerTo(answered, "1"));
        answer(answerTo(continued, "1"), BOB);
        command(cancelled.key(), CANCEL);
        reopen(retried);
        acquire(resumed, BOB);
        store().removals().delete(deleted.key());
        told.forEach(notice -> store().notices().told(notice, Duration.ZERO));

        assertThat(claimed()).isEmpty();
    }

    @Test
    @Tag("E4")
    default void Q14_a_run_whose_effects_were_resolved_is_not_told() {
        StoredRun run = started();
        store().effects().begin(run.lease(LEASE), effectCall(ORDER, 1, false, true));
        committed(run, rests(run, DRAFT, PARKED, null));

        store().effects().resolve(KEY, new EffectResolution(run.runNumber(), ORDER, false, null, "ann"));

        assertThat(claimed()).isEmpty();
    }

    @Test
    @Tag("M2")
    default void Q14_a_parked_run_is_told_while_its_mode_holds_it_back() {
        parked(null);
        setMode(PermissionMode.ACCEPT_EDITS);
        assertThat(claimed()).isEmpty();
        setMode(PermissionMode.DEFAULT);
        assertThat(claimed()).containsExactly(KEY);
        setMode(PermissionMode.PLAN);
        assertThat(claimed()).isEmpty();
    }

    @Test
    @Tag("I5")
    default void Q14_a_question_whose_time_is_over_is_not_told() {
        StoredRun run = started();
        committed(run, rests(run, question(), LeaseContract.SHORT));
        pass(LeaseContract.SHORT);

        assertThat(claimed()).isEmpty();
    }

    @Test
    @Tag("I4")
    default void Q13_a_question_that_is_asked_again_is_told_again() {
        StoredRun asked = rested(question());
        ClaimedNotice first = claimedOne();
        StoredRun taken = present(answer(answerTo(asked, "1"), BOB));
        committed(taken, refuses(taken, asked, null));
        store().notices().told(first, null);

        ClaimedNotice second = claimedOne();
        assertThat(second.revision()).isGreaterThan(first.revision());
        StoredRun answered = present(submit(answerTo(found(asked), "1")));
        store().runs().reopenQuestion(answered, Json.of("{}"), null, List.of());
        store().notices().told(second, null);
        assertThat(claimed()).containsExactly(KEY);
    }

    @Test
    default void Q13_the_failure_of_a_run_that_asked_is_told_too() {
        StoredRun asked = rested(question());
        ClaimedNotice question = claimedOne();
        assertThat(store().runs().end(asked, FAILED, List.of(EVENT))).isTrue();
        store().notices().told(question, null);

        assertThat(claimedOne().kind()).isEqualTo("failed");
    }

    @Test
    @Tag("C6")
    default void Q14_of_a_family_questions_and_parks_are_told_and_the_failure_of_the_caller() {
        called("asks", "parks", "fails");
        Map<String, StopReason> ends = Map.of("asks", question(), "parks", PARKED, "fails", FAILED);
        ends.forEach((agent, how) -> {
            RunKey key = key(StoreFixture.childId(KEY, 2, agent));
            StoredRun run = present(acquire(present(find(key)), BOB));
            committed(run, rests(run, how));
        });

        List<ClaimedNotice> told = store().notices()
                .claim(Set.of(GRAPH, GRAPH + "/asks", GRAPH + "/parks", GRAPH + "/fails"), Set.of(), 9, LEASE);
        assertThat(told).extracting(ClaimedNotice::kind).containsExactlyInAnyOrder("asked", "parked");
        command(KEY, CANCEL);
        told.forEach(notice -> store().notices().told(notice, Duration.ZERO));
        assertThat(store().notices().claim(Set.of(GRAPH + "/asks", GRAPH + "/parks"), Set.of(), 9, LEASE))
                .isEmpty();
    }

    @Test
    default void Q13_each_namespace_gets_its_share_and_the_oldest_is_told_first() {
        for (int i = 0; i < 9; i++) {
            rested(new RunKey("big", "run-" + i), question());
            pass(Duration.ofMillis(1));
        }
        rested(new RunKey("small", "run"), question());

        assertThat(claim(2, LEASE))
                .extracting(notice -> notice.run().toString())
                .containsExactlyInAnyOrder("run-0", "run");
        assertThat(store().notices().claim(Set.of(GRAPH), Set.of("small"), 9, LEASE))
                .isEmpty();
        assertThat(store().notices().claim(Set.of("example.Other"), Set.of(), 9, LEASE))
                .isEmpty();
        assertThat(store().notices().claim(Set.of(GRAPH), Set.of("big"), 3, LEASE))
                .extracting(notice -> notice.run().id())
                .containsExactlyInAnyOrder("run-1", "run-2", "run-3");
    }

    @Test
    default void Q13_workers_that_claim_at_once_get_different_notices() throws Exception {
        for (int i = 0; i < 60; i++) {
            rested(key("run-" + i), question());
        }
        List<RunKey> all = new ArrayList<>();
        Race.of(4, racer -> {
                    List<RunKey> mine = new ArrayList<>();
                    List<ClaimedNotice> claimed = claim(3, LEASE);
                    while (!claimed.isEmpty()) {
                        claimed.forEach(notice -> mine.add(notice.run()));
                        claimed = claim(3, LEASE);
                    }
                    return mine;
                })
                .forEach(all::addAll);
        all.addAll(claimed()); // a racer may end while another one holds the rest

        assertThat(all).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    default void Q14_the_first_handler_is_told_from_its_time_on() {
        rested(key("old"), FAILED);
        rested(key("older"), question());
        pass(Duration.ofMillis(10));
        rested(FAILED);
        Instant from = since();

        assertThat(store().notices().begin(from)).isEqualTo(2);
        assertThat(store().notices().begin(from.plusSeconds(9))).isEqualTo(-1);
        assertThat(claimed()).containsExactly(KEY);
    }
}
