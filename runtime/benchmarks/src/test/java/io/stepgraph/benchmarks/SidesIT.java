package io.stepgraph.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.benchmarks.compile.ColdCompile;
import io.stepgraph.benchmarks.compile.Library;
import io.stepgraph.benchmarks.compile.WarmCompile;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.PausingAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.benchmarks.growth.FullStoreBenchmark;
import io.stepgraph.benchmarks.growth.Ground;
import io.stepgraph.benchmarks.growth.LongRunBenchmark;
import io.stepgraph.benchmarks.machine.MachineBenchmark;
import io.stepgraph.benchmarks.memory.MemoryBenchmark;
import io.stepgraph.benchmarks.sqlite.Disk;
import io.stepgraph.benchmarks.sqlite.SqliteBenchmark;
import io.stepgraph.benchmarks.start.Program;
import io.stepgraph.benchmarks.start.Start;
import io.stepgraph.benchmarks.waiting.WaitingBenchmark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A comparison is worth something only if both sides do the same. */
@Tag("nightly")
class SidesIT {

    @Test
    void machineEndsWhereTheLoopAndThePeerDo() {
        MachineBenchmark benchmark = new MachineBenchmark();
        benchmark.prepare();

        Dialog end = benchmark.switchLoop();

        assertSame(end, benchmark.stepgraph());
        assertSame(end, benchmark.langgraph4j());
    }

    @Test
    void runnerInMemoryEndsWhereTheLoopAndThePeersDo() {
        MemoryBenchmark benchmark = new MemoryBenchmark();
        benchmark.steps = 100;
        benchmark.prepare();

        Dialog end = benchmark.loop();

        assertSame(end, benchmark.stepgraph());
        assertSame(end, benchmark.langgraph4j());
        assertSame(end, benchmark.langgraph4jInJson());
        benchmark.close();
    }

    @Test
    void runnerOnSqliteEndsWhereTheLoopDoes() throws Exception {
        SqliteBenchmark benchmark = new SqliteBenchmark();
        benchmark.bytes = 2_000;
        benchmark.disk = Disk.REAL;
        benchmark.open();

        assertSame(benchmark.loop(), benchmark.stepgraph());
        benchmark.close();
    }

    @Test
    void aLongRunGoesFromOneQuestionToTheNextInAsManyVisitsAsAreMeasured() throws Exception {
        LongRunBenchmark benchmark = new LongRunBenchmark();
        benchmark.ground = Ground.Kind.SQLITE;
        benchmark.steps = 10;
        benchmark.bytes = 2_000;
        benchmark.open();

        for (int i = 0; i < 2; i++) {
            benchmark.bringRunToItsQuestion();
            Outcome.Pause asked = (Outcome.Pause) benchmark.step();
            // The question is a visit too, and takes no step.
            assertThat(asked.question().counter()).isEqualTo(Talk.FIRST + 10 + 39);
        }
        benchmark.close();
    }

    @Test
    void aStoreThatHasKeptRunsRunsAsAnyOther() throws Exception {
        FullStoreBenchmark benchmark = new FullStoreBenchmark();
        benchmark.ground = Ground.Kind.SQLITE;
        benchmark.ended = 10;
        benchmark.open();

        assertThat(benchmark.step().counter).isEqualTo(Talk.FIRST + 100);
        benchmark.close();
    }

    @ParameterizedTest
    @EnumSource
    void runsThatWaitHoldNoThread(WaitingBenchmark.Keeper keeper) {
        WaitingBenchmark benchmark = new WaitingBenchmark();
        benchmark.keeper = keeper;
        benchmark.runs = 10;
        benchmark.open();
        WaitingBenchmark.Counters counters = new WaitingBenchmark.Counters();

        benchmark.waiting(counters);

        assertThat(counters.threads).isZero();
        benchmark.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bothSidesCompileWarmAndCold(boolean processed) throws Exception {
        assertThat(turn(new WarmCompile(Library.STEPGRAPH, 1, 8, processed))).isPositive();
        assertThat(turn(new ColdCompile(Library.STEPGRAPH, 1, 8, processed))).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void everyProgramTakesItsStep(Program program) throws Exception {
        assertThat(turn(new Start(program, false))).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"EMPTY", "STEPGRAPH_SQLITE"})
    void aProgramTakesItsStepFromAnArchiveOfItsClasses(Program program) throws Exception {
        assertThat(turn(new Start(program, true))).isPositive();
    }

    private static double turn(Side side) throws Exception {
        try (Side.Opened opened = side.open()) {
            return opened.take();
        }
    }

    private static void assertSame(Dialog expected, Dialog actual) {
        assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
    }
}
