package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Commit;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StateChange;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen clients with two pools between them, as two processes have, at the same runs. */
@Timeout(120)
@Tag("R7")
@Tag("I3")
@Tag("L2")
@Tag("L3")
@Tag("L4")
final class PostgresRaceIT {
    private static final int CLIENTS = 16;
    private static final int ROUNDS = 50;
    private final String schema = PostgresServer.newSchema();
    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    private final List<Store> stores = new ArrayList<>();

    @BeforeEach
    void openStores() {
        stores.add(PostgresServer.open(schema));
        stores.add(PostgresServer.open(schema));
    }

    @AfterEach
    void closeStores() {
        threads.shutdownNow();
        stores.forEach(Store::close);
    }

    private interface Client<T> {
        @Nullable T call(Store store, int number);
    }

    /** The results of the racers that had one. */
    private <T> List<T> race(Client<T> client) throws Exception {
        CyclicBarrier start = new CyclicBarrier(CLIENTS);
        List<Future<T>> futures = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int number = i;
            futures.add(threads.submit(() -> {
                start.await();
                return client.call(stores.get(number % stores.size()), number);
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(future.get());
        }
        return results.stream().filter(Objects::nonNull).toList();
    }

    private static NewRun inThread(RunKey key, String thread) {
        NewRun run = Runs.newRun(key.id());
        return new NewRun(
                key,
                run.graph(),
                run.fingerprint(),
                run.mode(),
                run.start(),
                run.retention(),
                thread,
                run.checkpoint(),
                run.state(),
                null,
                List.of(Json.of("{}")));
    }

    @Test
    void L4_one_of_them_starts_the_run() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            RunKey key = Runs.key("essay-" + round);

            assertThat(race((store, number) -> store.start(Runs.newRun(key.id()), Runs.ANN)))
                    .hasSize(1);
        }
    }

    @Test
    void L4_the_same_start_in_a_thread_is_no_busy_thread() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            NewRun run = inThread(Runs.key("essay-" + round), "chat-" + round);

            assertThat(race((store, number) -> store.start(run, Runs.ANN))).hasSize(1);
        }
    }

    @Test
    void L3_one_of_them_takes_an_abandoned_run_over() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun seen = stores.get(0).start(Runs.newRun("essay-" + round), Runs.ANN);

            assertThat(race((store, number) -> store.acquire(new AcquireRequest(seen, Runs.ANN, true, List.of()))))
                    .hasSize(1);
            assertThat(stores.get(0).find(seen.key()).fencingToken()).isEqualTo(2);
        }
    }

    @Test
    void I3_one_of_their_answers_is_stored() throws Exception {
        StopReason.QuestionAsked question = new StopReason.QuestionAsked("nonce", Json.of("{}"), Json.of("{}"));
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun run = stores.get(0).start(Runs.newRun("essay-" + round), Runs.ANN);
            stores.get(0).commit(run.lease(Runs.LEASE), Runs.rests(1, question));

            assertThat(race((store, number) -> {
                        try {
                            Answer answer = answer(run, number);
                            return store.answer(answer, new Continuation(Runs.afterAnswer(answer.answer()), Runs.ANN));
                        } catch (StaleAnswerException second) {
                            return null;
                        }
                    }))
                    .hasSize(1);
        }
    }

    private static Answer answer(StoredRun run, int number) {
        Json answer = Json.of(Integer.toString(number));
        return new Answer(Runs.ticket(run), answer, null, List.of());
    }

    /** Each client brings the conversation a turn further when it can: none may begin from a state that is not the latest. */
    @Test
    void L2_every_turn_of_a_thread_begins_where_the_last_one_ended() throws Exception {
        ThreadKey thread = new ThreadKey("default", "chat");

        race((store, number) -> {
            for (int turn = 0; turn < 10; turn++) {
                StoredRun run = startWhenFree(store, inThread(Runs.key("turn-" + number + "-" + turn), thread.id()));
                long count = count(run.state());
                store.commit(
                        run.lease(Runs.LEASE),
                        ending(run, Json.of("{\"draft\":\"first\",\"turns\":" + (count + 1) + "}")));
            }
            return null;
        });

        assertThat(count(stores.get(0).thread(thread).state())).isEqualTo(CLIENTS * 10L);
    }

    private static StoredRun startWhenFree(Store store, NewRun run) {
        while (true) {
            try {
                return store.start(run, Runs.ANN);
            } catch (ThreadBusyException busy) {
                Thread.onSpinWait();
            }
        }
    }

    private static Commit ending(StoredRun run, Json state) {
        return new Commit(
                run.revision(),
                0,
                "print-1",
                new StepEntry("review", null, 2, 1, 0, 1, null),
                new StateChange.Replaced(state),
                new StopReason.Completed(Json.of("1")),
                null,
                List.of(Json.of("{}")));
    }

    private static long count(Json state) {
        String text = state.text();
        int at = text.indexOf("\"turns\":");
        return at < 0 ? 0 : Long.parseLong(text.substring(at + 8, text.length() - 1));
    }

    @Test
    void R7_a_retry_and_the_next_turn_do_not_both_get_the_thread() throws Exception {
        Store first = stores.get(0);
        for (int round = 0; round < ROUNDS; round++) {
            String thread = "chat-" + round;
            StoredRun run = first.start(inThread(Runs.key("failed-" + round), thread), Runs.ANN);
            first.commit(run.lease(Runs.LEASE), Runs.rests(1, new StopReason.Failed(Json.of("{}"))));
            StoredRun failed = first.find(run.key());
            NewRun next = inThread(Runs.key("next-" + round), thread);

            List<StoredRun> got = race((store, number) -> {
                try {
                    return number < CLIENTS / 2
                            ? store.acquire(new AcquireRequest(failed, Runs.ANN, false, List.of()))
                            : store.start(next, Runs.ANN);
                } catch (ThreadBusyException | StoreUnavailableException other) {
                    return null;
                }
            });

            assertThat(got).hasSize(1);
        }
    }
}
