package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Notice;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.FakeClock;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a handler is told that throws. */
@Tag("Q13")
final class NoticesTest {
    private final FakeClock clock = new FakeClock();
    private final Store store = new MemoryStore(clock);
    private final ContractAgentGraph agent = ContractAgentGraph.of(ContractAgent.of());

    private int toBeTold() {
        return store.notices()
                .claim(Set.of("engine-contract"), Set.of(), 9, Duration.ZERO)
                .size();
    }

    @ParameterizedTest
    @CsvSource({"PT0S,PT1S", "PT10M,PT5M", "PT9H,PT1H"})
    void Q13_the_handler_is_told_again_after_half_of_the_time_since_the_run_stopped(Duration age, Duration again)
            throws Exception {
        try (Runner runner = Runner.builder(store).clock(clock).build()) {
            agent.on(runner).run("one", Notes.of(Turn.DECIDE));
        }
        store.notices().begin(clock.wall());
        clock.pass(age);
        CountDownLatch told = new CountDownLatch(1);
        Consumer<Notice> handler = notice -> {
            told.countDown();
            throw new IllegalStateException("The mail server is down.");
        };
        try (Worker worker = Worker.builder(store)
                .clock(clock)
                .graphs(agent)
                .onNotice(handler)
                .build()) {
            worker.start();
            told.await();
        }

        clock.pass(again.minusMillis(1));
        assertThat(toBeTold()).isZero();
        clock.pass(Duration.ofMillis(1));
        assertThat(toBeTold()).isEqualTo(1);
    }
}
