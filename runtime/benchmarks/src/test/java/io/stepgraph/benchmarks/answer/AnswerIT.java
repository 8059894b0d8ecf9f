package io.stepgraph.benchmarks.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.benchmarks.database.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
@Tag("nightly")
class AnswerIT {

    @ParameterizedTest
    @CsvSource({"SQLITE, 0", "POSTGRES, 2"})
    void theNextStepBeginsInTheOtherProcessAfterTheAnswer(Database.Kind kind, int others) throws Exception {
        AnswerBenchmark benchmark = new AnswerBenchmark();
        benchmark.kind = kind;
        benchmark.others = others;
        benchmark.answers = 5;
        benchmark.open();
        AnswerBenchmark.Counters counters = new AnswerBenchmark.Counters();

        benchmark.answer(counters);

        assertThat(counters.median).isPositive();
        assertThat(counters.late).isGreaterThanOrEqualTo(counters.median);
        benchmark.close();
    }
}
