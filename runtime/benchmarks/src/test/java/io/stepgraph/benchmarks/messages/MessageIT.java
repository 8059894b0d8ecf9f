package io.stepgraph.benchmarks.messages;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageIT {

    @ParameterizedTest
    @CsvSource({"STEPGRAPH, 1", "STEPGRAPH, 100", "DBOS, 1", "DBOS, 100"})
    void allMessagesAreTaken(Contender contender, int runs) throws Exception {
        MessageBenchmark benchmark = new MessageBenchmark();
        benchmark.contender = contender;
        benchmark.runs = runs;
        benchmark.open();
        try {
            benchmark.begin();

            assertThatCode(benchmark::messages).doesNotThrowAnyException();
        } finally {
            benchmark.close();
        }
    }
}
