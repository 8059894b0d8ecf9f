package io.stepgraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.stepgraph.sqlite.SqliteStore;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.assertj.core.api.AbstractCharSequenceAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What an application prints that cannot start: what to do, and no stack trace. */
@Isolated("It reads what is logged.")
@ExtendWith(OutputCaptureExtension.class)
class FailedStartTest {
    @ImportAutoConfiguration(StepgraphAutoConfiguration.class)
    static class Application {}

    record NeedsRuns(LeaveGraph.Runs runs) {}

    @Import({Leave.class, NeedsRuns.class})
    static class RunsWithoutName extends Application {}

    @Import(NeedsRuns.class)
    static class NoAgent extends Application {}

    record NeedsGraph(GreeterGraph graph) {}

    @Import({Applications.Greeting.class, NeedsGraph.class})
    static class CustomizedGraph extends Application {
        @Bean
        JsonCustomizer json() {
            return mapper -> {};
        }
    }

    record NeedsOther(UnaryOperator<Integer> other) {}

    @Import({Leave.class, NeedsOther.class})
    static class OtherBean extends Application {}

    @Test
    void the_runs_of_an_agent_that_asks_for_names(CapturedOutput printed) {
        failed(printed, RunsWithoutName.class)
                .contains("needs the bean LeaveGraph.Runs", "Inject LeaveGraph.Runs.Unnamed instead", "as(actor)")
                .contains("Actor.named(\"ann\", \"lead\")");
    }

    @Test
    void the_runs_of_a_class_that_is_no_bean(CapturedOutput printed) {
        failed(printed, NoAgent.class)
                .contains(
                        "no bean is of the agent class io.stepgraph.spring.Leave",
                        "Annotate the agent class with @Component");
    }

    @Test
    void the_graph_of_an_agent_whose_json_is_customized(CapturedOutput printed) {
        failed(printed, CustomizedGraph.class)
                .contains("needs the bean GreeterGraph", "Inject AgentGraph<?, ?, ?, ?, GreeterGraph.Runs, ?> instead");
    }

    @Test
    void another_missing_bean_is_explained_by_spring(CapturedOutput printed) {
        start(OtherBean.class);
        assertThat(printed).contains("Consider defining a bean of type 'java.util.function.UnaryOperator");
    }

    @Test
    void a_file_without_the_sqlite_store(CapturedOutput printed) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new FilteredClassLoader(SqliteStore.class));
        try {
            failed(printed, Application.class, "--stepgraph.store.sqlite=runs.db")
                    .contains("Add the dependency io.stepgraph:stepgraph-sqlite.");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @ParameterizedTest
    @CsvSource({"postgres, spring.datasource.url", "postgres, stepgraph-postgres", "sqlite, stepgraph.store.sqlite"})
    void a_type_of_store_without_what_it_needs(String type, String needed, CapturedOutput printed) {
        failed(printed, Application.class, "--stepgraph.store.type=" + type).contains(needed);
    }

    static class SilentDatabase extends Application {
        @Bean
        DataSource database() {
            return new DriverManagerDataSource("jdbc:postgresql://localhost:1/none");
        }
    }

    @Test
    void a_database_that_does_not_answer(CapturedOutput printed) {
        failed(printed, SilentDatabase.class)
                .contains("does not answer", "localhost:1 refused", "spring.datasource.url");
    }

    private static AbstractCharSequenceAssert<?, ?> failed(
            CapturedOutput printed, Class<?> application, String... arguments) {
        start(application, arguments);
        return assertThat(printed)
                .contains("APPLICATION FAILED TO START")
                .doesNotContain("Caused by", "Consider defining");
    }

    private static void start(Class<?> application, String... arguments) {
        SpringApplication starting = new SpringApplication(application);
        starting.setWebApplicationType(WebApplicationType.NONE);
        assertThatException().isThrownBy(() -> starting.run(arguments));
    }
}
