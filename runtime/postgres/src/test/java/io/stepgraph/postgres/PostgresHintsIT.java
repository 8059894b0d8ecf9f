package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.jdbc.testing.Countdown;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.Answer;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.Lease;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A store notifies the other stores of its schema of its commits (V4). */
@Timeout(60)
@Tag("V4")
final class PostgresHintsIT {
    private static final RunKey MISSED = new RunKey("", "");
    private static final String LISTENERS =
            "select count(*) from pg_stat_activity where application_name = 'stepgraph hints' and query like 'listen%'";

    private static final String CUT =
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stepgraph hints'";

    private final String schema = PostgresServer.newSchema();
    private final BlockingQueue<RunKey> heard = new LinkedBlockingQueue<>();
    private final AtomicInteger errors = new AtomicInteger();
    private final ChangeNotifications.Listener listener = new ChangeNotifications.Listener() {
        @Override
        public void onChange(RunKey run) {
            if (errors.getAndDecrement() > 0) {
                throw new OutOfMemoryError("in a test");
            }
            heard.add(run);
        }

        @Override
        public void onGap() {
            heard.add(MISSED);
        }
    };

    private final Store here = PostgresServer.open(schema);
    private final Store there = PostgresServer.open(schema);

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    /** Listens to the changes that {@link #here} makes. */
    private ChangeNotifications listening() throws InterruptedException {
        ChangeNotifications notifications = there.changeNotifications(listener);
        assertThat(next()).isEqualTo(MISSED);
        assertThat(notifications.areExpected()).isTrue();
        return notifications;
    }

    private RunKey next() throws InterruptedException {
        return Objects.requireNonNull(heard.poll(30, TimeUnit.SECONDS), "a hint");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&preferQueryMode=simple"})
    void V4_a_write_is_hinted_at_in_another_store_by_each_protocol(String protocol) throws Exception {
        listening();
        try (Store sender = PostgresStore.builder(PostgresServer.url() + protocol)
                .schema(schema)
                .open()) {
            StoredRun run = Objects.requireNonNull(sender.runs().start(Runs.newRun("essay: 1\n"), Runs.ANN));
            assertThat(next()).isEqualTo(run.key());
            sender.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10));

            assertThat(next()).isEqualTo(run.key());
        }
    }

    @Test
    void V4_a_store_that_is_closed_listens_no_more_and_never_again() throws Exception {
        ChangeNotifications notifications = listening();

        there.close();

        PostgresServer.await(schema, LISTENERS, "0");
        assertThat(notifications.areExpected()).isFalse();
        ChangeNotifications later = there.changeNotifications(listener);
        assertThat(later.areExpected()).isFalse();
        assertThat(heard.poll(1, TimeUnit.SECONDS)).isNull();
        later.close();
        notifications.close();
    }

    @Test
    void V4_many_commits_of_a_run_are_few_hints_and_the_last_one_is_hinted_at() throws Exception {
        int commits = 200;
        listening();
        StoredRun run = Objects.requireNonNull(here.runs().start(Runs.newRun("essay-1"), Runs.ANN));
        long begin = System.nanoTime();
        for (int visit = 2; visit < 2 + commits; visit++) {
            here.runs().commit(run.lease(Runs.LEASE), Runs.to(visit, 10));
        }
        long quarters = (System.nanoTime() - begin) / 250_000_000 + 1;

        int count = 0;
        long last = 0;
        while (last < 1 + commits) {
            assertThat(next()).isEqualTo(run.key());
            count++;
            last = Objects.requireNonNull(there.runs().summary(run.key())).revision();
        }

        assertThat(count).isLessThanOrEqualTo((int) quarters + 1);
    }

    /**
     * A change after which a worker can claim a run: it is to be made to a new run, which is brought to where it is
     * possible.
     */
    private static Callable<?> claimable(String change, Store store, RunKey key) {
        if (change.equals("enqueued")) {
            return () -> store.queue().enqueue(Runs.newRun(key.id()), new QueueRequest(null, null, null));
        }
        StoredRun run = Objects.requireNonNull(store.runs().start(Runs.newRun(key.id()), Runs.ANN));
        Lease lease = run.lease(Runs.LEASE);
        Json json = Json.of("{}");
        switch (change) {
            case "answered" -> {
                store.runs().commit(lease, Runs.rests(1, new StopReason.QuestionAsked("nonce", json, json)));
                Answer answer = new Answer(Runs.ticket(run), json, Actor.named("ann"), List.of());
                return () -> store.runs().answer(answer, null);
            }
            case "raised" -> {
                store.runs()
                        .commit(lease, Runs.rests(1, new StopReason.Parked("too low", PermissionMode.ACCEPT_EDITS)));
                return () -> store.runs().command(key, new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "ann"));
            }
            case "resolved" -> {
                EffectId charge = new EffectId(1, "charge", "", 0);
                store.effects().begin(lease, Runs.call(charge, 1));
                store.runs().commit(lease, Runs.rests(1, new StopReason.Parked("in doubt", null)));
                EffectResolution notPerformed = new EffectResolution(run.runNumber(), charge, false, null, "ann");
                return () -> store.effects().resolve(key, notPerformed);
            }
            case "joined" -> {
                store.runs().commit(lease, Runs.calls(run, 1));
                RunKey child = Runs.key(Runs.childId(run, 1));
                return () -> store.runs().command(child, new RunCommand.Cancel("ann"));
            }
            default -> {
                return Executors.callable(() -> store.runs().release(lease));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"enqueued", "released", "answered", "raised", "resolved", "joined"})
    @Tag("L5")
    void V4_L5_a_run_that_can_be_claimed_is_hinted_at_before_the_pause_between_hints_is_over(String change)
            throws Exception {
        int runs = 20;
        listening();
        List<Callable<?>> changes = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            changes.add(claimable(change, here, Runs.key("claimable-" + i)));
        }
        StoredRun busy = Objects.requireNonNull(here.runs().start(Runs.newRun("busy"), Runs.ANN));
        RunKey last = Runs.key("hinted-last");
        here.runs().start(Runs.newRun(last.id()), Runs.ANN);
        awaitHint(last);

        long begin = System.nanoTime();
        for (int i = 0; i < runs; i++) {
            here.runs().commit(busy.lease(Runs.LEASE), Runs.to(2 + i, 10));
            changes.get(i).call();
            awaitHint(Runs.key("claimable-" + i));
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);

        // With a pause before each of the hints, it takes 20 times 250 milliseconds.
        assertThat(millis).isLessThan(runs * 250 / 2);
    }

    private void awaitHint(RunKey run) throws InterruptedException {
        while (!next().equals(run)) {
            // A hint at another run.
        }
    }

    @Test
    void V4_a_connection_that_is_cut_is_made_again_and_what_was_missed_is_said() throws Exception {
        ChangeNotifications notifications = listening();
        PostgresServer.execute(schema, CUT);

        assertThat(next()).isEqualTo(MISSED);
        assertThat(notifications.areExpected()).isTrue();
        StoredRun run = Objects.requireNonNull(here.runs().start(Runs.newRun("essay-1"), Runs.ANN));
        assertThat(next()).isEqualTo(run.key());
    }

    @Test
    void V4_a_listener_that_breaks_down_is_told_that_it_has_missed_something_and_what_comes_then() throws Exception {
        errors.set(1);
        ChangeNotifications notifications = listening();
        StoredRun run = Objects.requireNonNull(here.runs().start(Runs.newRun("essay-1"), Runs.ANN));

        assertThat(next()).isEqualTo(MISSED);

        assertThat(notifications.areExpected()).isTrue();
        here.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10));
        assertThat(next()).isEqualTo(run.key());
    }

    @Test
    void V4_hints_that_could_not_be_sent_for_an_error_are_followed_by_others() throws Exception {
        CountDownLatch isBroken = new CountDownLatch(1);
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresServer.url());
        listening();
        try (Store sender = PostgresStore.open(breakingOnce(connections, isBroken), schema)) {
            StoredRun run = Objects.requireNonNull(sender.runs().start(Runs.newRun("essay-1"), Runs.ANN));
            isBroken.await();

            sender.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10));

            assertThat(next()).isEqualTo(run.key());
        }
    }

    /** Gives connections, and an Error to the first that asks in the thread that sends hints. */
    private static DataSource breakingOnce(DataSource connections, CountDownLatch isBroken) {
        return (DataSource) Proxy.newProxyInstance(
                PostgresHintsIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    if (isBroken.getCount() > 0
                            && Thread.currentThread().getName().equals("stepgraph hints")) {
                        isBroken.countDown();
                        throw new OutOfMemoryError("in a test");
                    }
                    return method.invoke(connections, arguments);
                });
    }

    @Test
    void V4_nobody_listens_before_somebody_asks_and_after_it_is_closed() throws Exception {
        here.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        PostgresServer.await(schema, LISTENERS, "0");
        ChangeNotifications notifications = listening();
        assertThat(PostgresServer.query(schema, LISTENERS)).containsExactly("1");

        notifications.close();

        PostgresServer.await(schema, LISTENERS, "0");
        assertThat(notifications.areExpected()).isFalse();
    }

    /** So seldom that nobody learns anything in this way. */
    private static final Duration NEVER = Duration.ofHours(1);

    private static RunClient<Countdown.Left, Countdown.Step> runs(Runner runner, LongConsumer agent) {
        return runner.client(new Countdown(), agent);
    }

    /**
     * The others act in the middle of a run of ten steps. This process executes the run, and goes past the middle when
     * they are ready.
     */
    private void whileItWaits(CountDownLatch isReady, Callable<Void> others) throws Exception {
        CountDownLatch isInTheMiddle = new CountDownLatch(1);
        try (Runner runner = Runner.builder(here).lease(NEVER).build()) {
            RunClient<Countdown.Left, Countdown.Step> runs = runs(runner, visit -> {
                if (visit == 5) {
                    isInTheMiddle.countDown();
                    try {
                        assertThat(isReady.await(30, TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException interrupted) {
                        throw new AssertionError(interrupted);
                    }
                }
            });
            CompletableFuture<RunOutcome<Countdown.Step>> run =
                    CompletableFuture.supplyAsync(() -> runs.run("one", new Countdown.Left(10), null));
            isInTheMiddle.await();
            others.call();
            assertThat(run.get()).isInstanceOf(RunOutcome.Completed.class);
        }
    }

    /** Lets the run go on once somebody who waits for it listens and has nothing left to do but wait. */
    private void releaseFor(Thread waiting, CountDownLatch isReady) throws Exception {
        PostgresServer.await(schema, LISTENERS, "1");
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        isReady.countDown();
    }

    @Test
    void V4_a_subscriber_that_hardly_ever_looks_follows_a_run_elsewhere_by_hints() throws Exception {
        CountDownLatch isReady = new CountDownLatch(1);
        whileItWaits(isReady, () -> {
            List<RunEvent> seen = new CopyOnWriteArrayList<>();
            try (Runner watching = Runner.builder(there).pollInterval(NEVER).build();
                    RunStream stream = runs(watching, visit -> {}).events("one")) {
                Thread reader = new Thread(() -> stream.forEach(event -> seen.add(event.event())));
                reader.start();
                while (seen.stream()
                        .noneMatch(event -> event instanceof RunEvent.StepFinished done && done.visit() == 4)) {
                    Thread.onSpinWait();
                }
                releaseFor(reader, isReady);
                reader.join();
            }
            assertThat(seen).last().isEqualTo(new RunEvent.Completed("one", new Countdown.Left(0)));
            return null;
        });
    }

    @Test
    void V4_a_call_that_is_attached_elsewhere_learns_of_the_end_by_a_hint() throws Exception {
        CountDownLatch isReady = new CountDownLatch(1);
        whileItWaits(isReady, () -> {
            try (Runner attached = Runner.builder(there).pollInterval(NEVER).build()) {
                List<RunOutcome<Countdown.Step>> stops = new CopyOnWriteArrayList<>();
                Thread call =
                        new Thread(() -> stops.add(runs(attached, visit -> {}).resume("one")));
                call.start();
                releaseFor(call, isReady);
                call.join();
                assertThat(stops).singleElement().isInstanceOf(RunOutcome.Completed.class);
            }
            return null;
        });
    }

    @Test
    void V4_connections_of_the_program_bring_no_hints() {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresServer.url());
        try (Store pooled = PostgresStore.open(connections, schema);
                ChangeNotifications none = pooled.changeNotifications(listener)) {
            assertThat(none.areExpected()).isFalse();
        }
    }

    @Test
    void A_hint_carries_names_of_any_characters() {
        for (RunKey key : new RunKey[] {
            new RunKey("default", "essay-1"), new RunKey("1:2", ":3"), new RunKey("sc'ope \n", "\ud83d\ude00")
        }) {
            assertThat(NotifyChannel.read(NotifyChannel.text(key))).isEqualTo(key);
        }
        for (String foreign : new String[] {"", ":", "x:y", "9:abc", "-1:abc"}) {
            assertThat(NotifyChannel.read(foreign)).isNull();
        }
    }
}
