package io.stepgraph.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One order is paid once, although the clock jumps while the payment is on its way (E2, L1). */
@Timeout(120)
@Tag("E2")
@Tag("E4")
@Tag("L1")
final class ClockJumpIT {
    private static final Duration CALL = Duration.ofSeconds(10);
    private static final Duration JUMP = Duration.ofSeconds(90);

    /** Many times the pause after which a waiting effect looks again. */
    private static final Duration A_WHILE = Duration.ofSeconds(2);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @TempDir
    Path folder;

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    public static final class Notes {
        public String receipt = "";
    }

    public record Order(String id) {}

    public record Receipt(String id) {}

    private enum Step {
        PAY
    }

    /** A remote system that takes its time, and knows a payment by its key once it is made. */
    private static final class Bank {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch answers = new CountDownLatch(1);
        final AtomicInteger inProgress = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger calls = new AtomicInteger();
        final Map<String, Receipt> payments = new ConcurrentHashMap<>();

        Receipt pay(String key) throws InterruptedException {
            calls.incrementAndGet();
            most.accumulateAndGet(inProgress.incrementAndGet(), Math::max);
            asked.countDown();
            answers.await();
            inProgress.decrementAndGet();
            return payments.computeIfAbsent(key, Receipt::new);
        }
    }

    private record Paying(GraphSpec<Step> spec) implements Graph<Bank, Notes, Void, Step> {

        static Paying create() {
            GraphSpec.Builder<Step> steps =
                    GraphSpec.builder("tests.Paying", "print-1", ValueType.of(Notes.class), ValueType.of(Notes.class));
            steps.step(Step.PAY, "pay").toEnd();
            return new Paying(steps.build(Step.PAY));
        }

        @Override
        public Transition<Step, Notes> enter(
                Bank bank,
                Step step,
                Notes notes,
                @Nullable Object input,
                @Nullable Answered<?, ?> answered,
                StepContext<Void> context)
                throws InterruptedException {
            notes.receipt = context.once("pay", new Order("42"), Receipt.class)
                    .key("42")
                    .callTimeout(CALL)
                    .reconcile(key -> Optional.ofNullable(bank.payments.get(key)))
                    .call((key, order) -> bank.pay(key))
                    .id();
            return Transition.end();
        }

        @Override
        public @Nullable Step route(Step interrupt, Object answer) {
            return null;
        }
    }

    /** The clocks of this machine after its wall clock was set forward. */
    private static MachineClock ahead() {
        MachineClock machine = MachineClock.system();
        return new MachineClock() {
            @Override
            public Instant wall() {
                return machine.wall().plus(JUMP);
            }

            @Override
            public long nanos() {
                return machine.nanos();
            }

            @Override
            public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
                return machine.await(latch, nanos);
            }

            @Override
            public String name() {
                return machine.name();
            }

            @Override
            public boolean isShared() {
                return machine.isShared();
            }
        };
    }

    private interface Jump {
        void jump() throws Exception;
    }

    private void assertPaidOnce(Store first, Store second, Jump jump) throws Exception {
        Bank bank = new Bank();
        try (Runner caller = Runner.builder(first).build();
                Runner other = Runner.builder(second).build()) {
            Future<RunOutcome<Step>> paying = start(caller, bank, "order-1");
            bank.asked.await();
            jump.jump();
            Future<RunOutcome<Step>> waiting = start(other, bank, "order-2");
            boolean isWaiting = isInProgressAfter(waiting, A_WHILE);
            bank.answers.countDown();

            assertThat(paying.get()).isInstanceOf(RunOutcome.Completed.class);
            assertThat(waiting.get()).isInstanceOf(RunOutcome.Completed.class);
            assertThat(isWaiting).isTrue();
        }
        assertThat(bank.most).as("calls at once").hasValue(1);
        assertThat(bank.payments).hasSize(1);
        assertThat(bank.calls).hasValue(1);
    }

    private Future<RunOutcome<Step>> start(Runner runner, Bank bank, String run) {
        return threads.submit(() -> runner.client(Paying.create(), bank).run(run, new Notes(), null));
    }

    private static boolean isInProgressAfter(Future<?> call, Duration time) throws Exception {
        try {
            call.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException inProgress) {
            return true;
        }
    }

    @Test
    void E2_in_SQLite_if_the_clock_is_set_forward_in_another_process() throws Exception {
        Path file = folder.resolve("runs.db");
        try (Store first = SqliteStore.open(file);
                Store second = SqliteStore.builder(file).clock(ahead()).open()) {
            assertPaidOnce(first, second, () -> {});
        }
    }

    @Test
    void E2_in_Postgres_if_the_clock_of_the_server_is_set_forward() throws Exception {
        String schema = PostgresServer.newSchema();
        try (Store first = PostgresServer.open(schema);
                Store second = PostgresServer.open(schema)) {
            assertPaidOnce(first, second, () -> PostgresServer.setClock(schema, "clock_timestamp()", JUMP));
        }
    }

    @Test
    void L1_processes_of_this_machine_agree_on_the_monotonic_clock() throws Exception {
        MachineClock here = MachineClock.system();
        long before = here.nanos();
        Process child = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        long after = here.nanos();

        assertThat(said.lines().toList().get(0)).isEqualTo(here.name());
        assertThat(Long.parseLong(said.lines().toList().get(1))).isBetween(before, after);
    }

    /** Prints what it sees of the machine's clocks. */
    static final class Child {
        public static void main(String[] args) {
            System.out.println(MachineClock.system().name());
            System.out.println(MachineClock.system().nanos());
        }
    }
}
