package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.testing.Printed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.postgresql.ds.PGSimpleDataSource;

/** The limits of the program's own pool are the store's limits, too (R11). */
@Isolated("It reads what is logged.")
@Timeout(60)
@Tag("R11")
final class PoolLimitsIT {
    private final String schema = PostgresServer.newSchema();

    private static HikariConfig hikari() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.url());
        config.setMaximumPoolSize(1);
        return config;
    }

    private List<String> warningsWith(HikariConfig config) {
        try (HikariDataSource pool = new HikariDataSource(config)) {
            return warnings(pool);
        }
    }

    private List<String> warnings(DataSource pool) {
        return Printed.by(() -> PostgresStore.open(pool, schema).close()).lines("WARN");
    }

    @Test
    void a_pool_as_it_comes_waits_too_long() {
        assertThat(warningsWith(hikari()))
                .singleElement()
                .asString()
                .contains(
                        "connectionTimeout of HikariCP is 30000 ms; set 5000",
                        "socketTimeout of the driver is not set; set 10");
    }

    @Test
    void only_what_is_too_long_is_named() {
        HikariConfig config = hikari();
        config.setConnectionTimeout(5_000);
        config.addDataSourceProperty("socketTimeout", "30");

        assertThat(warningsWith(config))
                .singleElement()
                .asString()
                .contains("socketTimeout of the driver is 30 s; set 10")
                .doesNotContain("connectionTimeout");
    }

    @Test
    void a_pool_with_the_limits_of_the_guide_is_good() throws IOException {
        HikariConfig config = hikari();
        config.setConnectionTimeout(5_000);
        config.addDataSourceProperty("socketTimeout", "10");

        assertThat(warningsWith(config)).isEmpty();
        assertThat(Files.readString(Path.of("../README.md")))
                .contains(
                        "config.setConnectionTimeout(5_000);",
                        "config.addDataSourceProperty(\"socketTimeout\", \"10\");");
    }

    @Test
    void another_data_source_is_asked_for_its_login_timeout() {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresServer.url());
        connections.setLoginTimeout(20);
        connections.setSocketTimeout(10);

        assertThat(warnings(connections))
                .singleElement()
                .asString()
                .contains("loginTimeout of the data source is 20 s; set 5")
                .doesNotContain("socketTimeout");

        connections.setLoginTimeout(5);
        assertThat(warnings(connections)).isEmpty();
    }

    @Test
    void a_pool_of_the_store_gives_no_warning() {
        assertThat(Printed.by(() -> PostgresServer.open(schema).close()).lines("WARN"))
                .isEmpty();
    }
}
