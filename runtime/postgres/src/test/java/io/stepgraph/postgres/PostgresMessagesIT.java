package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.MailboxLook;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.VisitResult;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that share a transaction, that race with an owner in another process, or belong to a transaction. */
@Timeout(120)
@Tag("Q6")
@Tag("Q7")
@Tag("T1")
final class PostgresMessagesIT {
    private static final List<String> SERVE = List.of("serve");

    private final String schema = PostgresServer.newSchema();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private PostgresStore store;
    private StoredRun run;

    @BeforeEach
    void openStore() {
        store = PostgresServer.open(schema);
        run = Objects.requireNonNull(store.runs().start(Runs.newRun("essay"), Runs.ANN));
    }

    @AfterEach
    void closeStore() {
        threads.shutdownNow();
        store.close();
    }

    private NewMessage message(String id) {
        return new NewMessage(run.key(), SERVE, id, Json.of("1"), null, 100_000, null);
    }

    private List<String> waiting() {
        return store.messages().waiting(run.key(), 100).stream()
                .map(StoredMessage::id)
                .toList();
    }

    @Test
    void Q6_messages_that_come_to_a_run_together_share_a_transaction_and_each_is_stored_or_refused_for_itself()
            throws Exception {
        assertThat(store.messages().tell(message("a"))).isTrue();
        NewMessage other = new NewMessage(run.key(), SERVE, "a", Json.of("2"), null, 9, null);
        List<Future<Boolean>> told = new ArrayList<>();
        try (Connection holder = PostgresServer.holding(schema, "select 1 from runs for update")) {
            told.add(threads.submit(() -> store.messages().tell(message("b"))));
            PostgresServer.awaitWaiting(schema, 1);
            for (NewMessage next : List.of(message("c"), other, message("a"), message("d"))) {
                told.add(tellingWhileOthersAreOnTheirWay(next));
            }
            holder.rollback();
        }

        assertThat(List.of(told.get(0).get(), told.get(1).get(), told.get(4).get()))
                .containsOnly(true);
        assertThatThrownBy(told.get(2)::get).hasCauseInstanceOf(StaleAnswerException.class);
        assertThat(told.get(3).get()).isFalse();
        assertThat(waiting()).containsExactly("a", "b", "c", "d");
        assertThat(PostgresServer.query(schema, "select count(distinct cast(xmin as text)) from messages"))
                .containsExactly("3");
    }

    @Test
    void Q6_a_message_that_cannot_be_stored_fails_alone() throws Exception {
        List<Future<Boolean>> told = new ArrayList<>();
        try (Connection holder = PostgresServer.holding(schema, "select 1 from runs for update")) {
            told.add(threads.submit(() -> store.messages().tell(message("a"))));
            PostgresServer.awaitWaiting(schema, 1);
            told.add(tellingWhileOthersAreOnTheirWay(message("b")));
            told.add(tellingWhileOthersAreOnTheirWay(message("no\0")));
            holder.rollback();
        }

        assertThat(told.get(1).get()).isTrue();
        assertThatThrownBy(told.get(2)::get)
                .hasCauseInstanceOf(NotStorableException.class)
                .hasMessageContaining("essay");
        assertThat(waiting()).containsExactly("a", "b");
    }

    private Future<Boolean> tellingWhileOthersAreOnTheirWay(NewMessage message) throws Exception {
        CompletableFuture<Thread> teller = new CompletableFuture<>();
        Future<Boolean> told = threads.submit(() -> {
            teller.complete(Thread.currentThread());
            return store.messages().tell(message);
        });
        while (teller.get().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return told;
    }

    @Test
    void T1_messages_belong_to_the_transaction_of_the_program() throws Exception {
        assertThat(commit(at("serve"), new StopReason.Listens(), new MessageWrite.Listens(0)))
                .isEqualTo(CommitResult.STORED);
        store.messages().tell(new NewMessage(run.key(), List.of("desk"), "a", Json.of("1"), null, 9, null));
        try (Connection program = PostgresServer.connect()) {
            program.setAutoCommit(false);
            for (boolean commits : List.of(false, true)) {
                store.within(program, () -> {
                    assertThat(store.joined().messages().withdraw(run.key(), List.of("desk"), "a"))
                            .isTrue();
                    assertThat(store.joined().messages().tell(message("b"))).isTrue();
                });
                assertThat(waiting()).containsExactly("a");
                assertThat(store.runs().find(run.key()).status()).isEqualTo(Status.WAITING);
                if (commits) {
                    program.commit();
                } else {
                    program.rollback();
                }
            }
        }

        assertThat(waiting()).containsExactly("b");
        assertThat(store.runs().find(run.key()).revision()).isEqualTo(run.revision() + 1);
    }

    @Test
    void Q7_no_message_is_lost_that_comes_while_an_owner_in_another_process_takes_and_pauses() throws Exception {
        race(1_000);
    }

    @Test
    @Tag("nightly")
    void Q7_no_message_of_ten_thousand_is_lost_that_come_while_an_owner_takes_and_pauses() throws Exception {
        race(10_000);
    }

    /** Sixteen senders in one process, and an owner in another that pauses whenever it finds no message. */
    private void race(int messages) throws Exception {
        int senders = 16;
        List<Future<?>> sent = new ArrayList<>();
        try (PostgresStore other = PostgresServer.open(schema)) {
            for (int sender = 0; sender < senders; sender++) {
                String name = sender + "-";
                int count = messages / senders + (sender < messages % senders ? 1 : 0);
                sent.add(threads.submit(() -> {
                    for (int i = 0; i < count; i++) {
                        other.messages().tell(message(name + i));
                        LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(60_000_000));
                    }
                }));
            }
            List<Long> taken = new ArrayList<>();
            while (taken.size() < messages) {
                taken.add(takeNext());
            }
            for (Future<?> each : sent) {
                each.get();
            }

            assertThat(taken)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, messages).boxed().toList());
            assertThat(waiting()).isEmpty();
        }
    }

    /** Brings the run to its next message, and returns the number of that. */
    private long takeNext() {
        while (true) {
            MailboxLook look = store.messages().look(run.runNumber(), SERVE);
            boolean isQueued = run.status() == Status.QUEUED;
            StepEntry assign = at("assign");
            StoredMessage first = look.first();
            if (first == null) {
                // It was woken for a message, which nobody else takes.
                assertThat(isQueued).isFalse();
                pause(look.told());
                continue;
            }
            MessageWrite.Takes takes = new MessageWrite.Takes(first.number(), look.settled(), assign.visit());
            if (isQueued) {
                run = Objects.requireNonNull(
                        store.runs().acquire(new AcquireRequest(run, Runs.ANN, false, assign, takes, List.of())));
            } else {
                assertThat(commit(assign, null, takes)).isEqualTo(CommitResult.STORED);
            }
            return first.number();
        }
    }

    /** Waits for the next message, unless the run has been told one since its owner looked. */
    private void pause(long told) {
        if (commit(at("serve"), new StopReason.Listens(), new MessageWrite.Listens(told)) == CommitResult.STORED) {
            while (run.status() == Status.WAITING) {
                run = Objects.requireNonNull(store.runs().find(run.key()));
            }
        }
    }

    private StepEntry at(String step) {
        return new StepEntry(step, null, run.checkpoint().visit() + 1, 1, 0, 1, null);
    }

    private CommitResult commit(StepEntry next, @Nullable StopReason stopReason, MessageWrite messages) {
        VisitResult result = new VisitResult(next, null, stopReason, null, List.of()).with(messages);
        Commit commit = new Commit(run.revision(), run.commandVersion(), run.fingerprint(), result, List.of());
        CommitResult written = store.runs().commit(run.lease(Runs.LEASE), commit);
        run = Objects.requireNonNull(store.runs().find(run.key()));
        return written;
    }
}
