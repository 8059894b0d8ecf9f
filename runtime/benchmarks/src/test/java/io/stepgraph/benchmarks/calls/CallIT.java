package io.stepgraph.benchmarks.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.benchmarks.calls.CallBenchmark.Way;
import io.stepgraph.benchmarks.database.Database;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallIT {

    @ParameterizedTest
    @EnumSource
    void aBatchHasAllItsResults(Way way) throws Exception {
        CallBenchmark benchmark = new CallBenchmark();
        benchmark.way = way;
        benchmark.kind = Database.Kind.SQLITE;
        benchmark.size = 3;
        benchmark.open();
        try {
            assertThat(benchmark.batch()).isEqualTo(3);
        } finally {
            benchmark.close();
        }
    }
}
