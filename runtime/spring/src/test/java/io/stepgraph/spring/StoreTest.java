package io.stepgraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Which store an application without a Postgres database gets. */
class StoreTest {
    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(StepgraphAutoConfiguration.class));

    @TempDir
    Path folder;

    @Test
    void without_anything_it_is_in_memory() {
        application.run(context -> assertThat(context.getBean(Store.class)).isInstanceOf(MemoryStore.class));
    }

    @Test
    void a_file_is_the_sqlite_store() {
        Path file = folder.resolve("runs.db");
        application.withPropertyValues("stepgraph.store.sqlite=" + file).run(context -> {
            assertThat(context.getBean(Store.class)).isInstanceOf(SqliteStore.class);
            assertThat(file).exists();
        });
    }

    @Test
    void a_database_that_is_not_postgres_keeps_no_runs() {
        application
                .withBean(DataSource.class, () -> new DriverManagerDataSource("jdbc:sqlite::memory:"))
                .run(context -> assertThat(context.getBean(Store.class)).isInstanceOf(MemoryStore.class));
    }

    @Test
    void one_of_several_data_sources_has_to_be_chosen() {
        ApplicationContextRunner several = application
                .withBean("rows", DataSource.class, () -> new DriverManagerDataSource("jdbc:sqlite::memory:"))
                .withBean("other", DataSource.class, () -> new DriverManagerDataSource("jdbc:sqlite::memory:"));
        several.run(context -> assertThat(context).getFailure().hasMessageContaining("none is primary"));
        several.withPropertyValues("stepgraph.store.type=memory")
                .run(context -> assertThat(context.getBean(Store.class)).isInstanceOf(MemoryStore.class));
    }
}
