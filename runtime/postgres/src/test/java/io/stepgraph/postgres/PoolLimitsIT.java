package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.testing.Printed;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.Semaphore;
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
        assertThat(Files.readString(Path.of("../RUNNING.md")))
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

    /**
     * As PgBouncer in transaction mode: each statement is executed in any session, and no session's notifications are
     * forwarded.
     */
    private static DataSource sharingSessions(Semaphore questions) {
        PGSimpleDataSource server = new PGSimpleDataSource();
        server.setUrl(PostgresServer.url());
        return (DataSource) Proxy.newProxyInstance(
                PoolLimitsIT.class.getClassLoader(), new Class<?>[] {DataSource.class}, (source, get, none) -> {
                    Connection session = server.getConnection();
                    Connection other = server.getConnection();
                    return Proxy.newProxyInstance(
                            PoolLimitsIT.class.getClassLoader(),
                            new Class<?>[] {Connection.class},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("isValid")) {
                                    questions.release();
                                }
                                if (method.getName().equals("close")) {
                                    other.close();
                                }
                                return method.invoke(
                                        method.getName().equals("createStatement") ? other : session, arguments);
                            });
                });
    }

    @Test
    @Tag("V4")
    void a_store_that_does_not_hear_its_own_notifications_says_so_once_and_expects_none() {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresServer.url());
        connections.setSocketTimeout(10);
        connections.setLoginTimeout(5);
        Semaphore questions = new Semaphore(0);
        ChangeNotifications.Listener nobody = new ChangeNotifications.Listener() {
            @Override
            public void onChange(RunKey run) {}

            @Override
            public void onGap() {}
        };

        Printed printed = Printed.by(() -> {
            try (Store store = PostgresStore.builder(connections)
                            .schema(schema)
                            .listenOn(sharingSessions(questions))
                            .open();
                    ChangeNotifications one = store.changeNotifications(nobody);
                    ChangeNotifications two = store.changeNotifications(nobody)) {
                // A connection that has been quiet is asked whether it is still there: each of them is asked a second
                // time.
                questions.acquireUninterruptibly(4);
                assertThat(one.areExpected() || two.areExpected()).isFalse();
            }
        });

        assertThat(printed.only("WARN")).contains("does not hear its own notifications", "polls instead");
    }

    @Test
    void a_pool_of_the_store_gives_no_warning() {
        assertThat(Printed.by(() -> PostgresServer.open(schema).close()).lines("WARN"))
                .isEmpty();
    }
}
