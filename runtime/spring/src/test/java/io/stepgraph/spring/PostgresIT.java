package io.stepgraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application whose data source is a Postgres database: runs and the application's own rows share transactions. */
@Timeout(60)
@Isolated("It reads what is logged.")
@ExtendWith(OutputCaptureExtension.class)
class PostgresIT {
    private static EmbeddedPostgres server;

    private final ApplicationContextRunner withoutGreeter = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    StepgraphAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    TransactionAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"),
                    "spring.datasource.hikari.maximum-pool-size=4")
            .withBean(Booking.Bookings.class)
            .withBean(Booking.class);

    private final ApplicationContextRunner application =
            withoutGreeter.withUserConfiguration(Applications.Greeting.class);

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
        new JdbcTemplate(server.getPostgresDatabase()).execute("create table bookings (item text)");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Test
    void its_data_source_is_the_store_which_listens_for_changes() {
        application
                .withPropertyValues("stepgraph.store.schema=of_the_application")
                .run(context -> {
                    Store store = context.getBean(Store.class);
                    assertThat(store).isInstanceOf(PostgresStore.class);
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForObject(
                                            "select count(*) from information_schema.tables where table_schema = ?",
                                            Integer.class,
                                            "of_the_application"))
                            .isPositive();
                    while (context.getBean(JdbcTemplate.class)
                            .queryForList("select pid from pg_stat_activity where query like 'listen %'")
                            .isEmpty()) {
                        Thread.onSpinWait(); // the worker begins to listen in a thread of its own
                    }
                });
    }

    /** The two properties of the page's first five minutes, as the project behind them has them. */
    @Test
    void the_pool_has_the_limits_of_the_store_with_the_properties_of_the_page(CapturedOutput printed)
            throws IOException {
        String tooLong = "The data source may let calls of the store wait longer";
        application.run(context -> assertThat(context).hasNotFailed());
        assertThat(printed).containsOnlyOnce(tooLong);

        String[] limits = Files.readAllLines(
                        Path.of("../spring-boot-starter/src/it/app/src/main/resources/application.properties"))
                .stream()
                .filter(property -> property.startsWith("spring.datasource.hikari."))
                .toArray(String[]::new);
        application
                .withPropertyValues(limits)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(printed).containsOnlyOnce(tooLong);
    }

    @Test
    void a_data_source_of_its_own_has_all_its_connections_since_nothing_listens() {
        application
                .withBean(DataSource.class, PostgresIT::poolOfOne, pool -> pool.setDestroyMethodName("close"))
                .withBean(JdbcConnectionDetails.class, ToElsewhere::new)
                .run(context -> {
                    GreeterGraph.Runs runs = context.getBean(GreeterGraph.Runs.class);
                    runs.enqueue("one-connection", new Greeter.Visit("Ann"));
                    assertThat(runs.await("one-connection")).isInstanceOf(GreeterGraph.Outcome.Completed.class);
                });
    }

    private static HikariDataSource poolOfOne() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
        pool.setMaximumPoolSize(1);
        return pool;
    }

    /** The details of another database. */
    private static final class ToElsewhere implements JdbcConnectionDetails {
        @Override
        public String getJdbcUrl() {
            return "jdbc:postgresql://elsewhere/runs";
        }

        @Override
        public String getUsername() {
            throw new IllegalStateException("used");
        }

        @Override
        public String getPassword() {
            throw new IllegalStateException("used");
        }
    }

    @Test
    void a_rollback_takes_a_start_back_and_a_commit_starts_it() {
        application.run(context -> startsWithItsTransaction(
                context.getBean(GreeterGraph.Runs.class),
                context.getBean(PlatformTransactionManager.class),
                context.getBean(Store.class)));
    }

    @Test
    void a_transaction_of_jpa_does_so_too() {
        application.withUserConfiguration(Jpa.class).run(context -> {
            assertThat(context.getBean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
            startsWithItsTransaction(
                    context.getBean(GreeterGraph.Runs.class),
                    context.getBean(PlatformTransactionManager.class),
                    context.getBean(Store.class));
        });
    }

    @Test
    void a_transaction_of_jpa_cannot_write_with_a_checkpoint() {
        application.withUserConfiguration(Jpa.class).run(context -> {
            Booking.Bookings bookings = context.getBean(Booking.Bookings.class);
            assertThat(context.getBean(BookingGraph.Runs.class).run("jpa", new Booking.Order("jpa")))
                    .isInstanceOfSatisfying(
                            BookingGraph.Outcome.Failed.class,
                            failed -> assertThat(failed.failure().toString())
                                    .contains("Could not open JPA EntityManager"));
            assertThat(bookings.count("jpa")).isZero();
        });
    }

    @Test
    void an_entity_manager_cannot_write_with_a_checkpoint() {
        application
                .withUserConfiguration(Jpa.class, Persisted.class)
                .run(context -> assertThat(context.getBean(BookingGraph.Runs.class)
                                .run("persisted", new Booking.Order("persisted")))
                        .isInstanceOfSatisfying(
                                BookingGraph.Outcome.Failed.class,
                                failed -> assertThat(failed.failure().toString())
                                        .contains("EntityManager", "JdbcTemplate")));
    }

    @Primary
    static final class Persisted extends Booking.Bookings {
        private final EntityManager entities;

        Persisted(JdbcTemplate rows, PlatformTransactionManager transactions, EntityManagerFactory factory) {
            super(rows, transactions);
            this.entities = SharedEntityManagerCreator.createSharedEntityManager(factory);
        }

        @Override
        void add(String item) {
            Row row = new Row();
            row.item = item;
            entities.persist(row);
        }
    }

    @Entity
    @Table(name = "bookings")
    static class Row {
        @Id
        String item;
    }

    private static void startsWithItsTransaction(
            GreeterGraph.Runs runs, PlatformTransactionManager transactions, Store store) {
        String id = transactions.getClass().getSimpleName();
        TransactionTemplate request = new TransactionTemplate(transactions);

        request.executeWithoutResult(transaction -> {
            runs.enqueue(id, new Greeter.Visit("Ann"));
            transaction.setRollbackOnly();
        });
        assertThat(store.runs().find(new RunKey("default", id))).isNull();

        request.executeWithoutResult(transaction -> runs.enqueue(id, new Greeter.Visit("Bob")));
        assertThat(runs.await(id))
                .isInstanceOfSatisfying(
                        GreeterGraph.Outcome.Completed.class,
                        completed -> assertThat(completed.result().greeting).isEqualTo("Hello, Bob"));
    }

    @Test
    void a_start_by_who_waits_for_the_commit_is_stored_though_the_pool_does_not_commit_it() {
        application
                .withPropertyValues("spring.datasource.hikari.auto-commit=false")
                .withBean(Listener.class)
                .run(context -> {
                    GreeterGraph.Runs runs = context.getBean(GreeterGraph.Runs.class);
                    TransactionTemplate request =
                            new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
                    Greeter.Visit ann = new Greeter.Visit("Ann");

                    request.executeWithoutResult(transaction -> context.publishEvent(ann));
                    request.executeWithoutResult(transaction -> afterCommit(() -> runs.enqueue("later", ann)));
                    request.executeWithoutResult(transaction -> {
                        runs.enqueue("joined", ann);
                        afterCommit(() -> runs.enqueue("later-than-joined", ann));
                    });

                    assertThat(List.of("listener", "later", "joined", "later-than-joined"))
                            .allSatisfy(id ->
                                    assertThat(runs.await(id)).isInstanceOf(GreeterGraph.Outcome.Completed.class));
                });
    }

    record Listener(GreeterGraph.Runs runs) {
        @TransactionalEventListener
        void start(Greeter.Visit visit) {
            runs.enqueue("listener", visit);
        }
    }

    private static void afterCommit(Runnable call) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                call.run();
            }
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Jpa {
        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(dataSource);
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            factory.setManagedTypes(PersistenceManagedTypes.of(Row.class.getName()));
            return factory;
        }

        @Bean
        PlatformTransactionManager transactionManager(LocalContainerEntityManagerFactoryBean factory) {
            return new JpaTransactionManager(Objects.requireNonNull(factory.getObject()));
        }
    }

    @Test
    void a_service_writes_rows_with_the_checkpoint_or_neither_is_stored() {
        application.run(context -> {
            BookingGraph.Runs runs = context.getBean(BookingGraph.Runs.class);
            Booking.Bookings bookings = context.getBean(Booking.Bookings.class);

            assertThat(runs.run("room", new Booking.Order("room"))).isInstanceOf(BookingGraph.Outcome.Completed.class);
            assertThat(bookings.count("room")).isEqualTo(1);

            assertThat(runs.run("sold-out", new Booking.Order("sold out")))
                    .isInstanceOf(BookingGraph.Outcome.Failed.class);
            assertThat(bookings.count("sold out")).isZero();
        });
    }

    @Test
    void who_waits_for_the_rollback_of_a_checkpoint_is_called_and_nobody_is_told_of_its_commit() {
        application.withUserConfiguration(Told.class).run(context -> {
            BookingGraph.Runs runs = context.getBean(BookingGraph.Runs.class);
            Told told = context.getBean(Told.class);

            runs.run("told", new Booking.Order("told"));
            assertThat(told.calls).containsExactly("before commit", "completed: unknown");

            told.calls.clear();
            runs.run("told-of-rollback", new Booking.Order("sold out again"));
            assertThat(told.calls).containsExactly("completed: rolled back");
        });
    }

    @Primary
    static final class Told extends Booking.Bookings {
        final List<String> calls = new CopyOnWriteArrayList<>();

        Told(JdbcTemplate rows, PlatformTransactionManager transactions) {
            super(rows, transactions);
        }

        @Override
        void add(String item) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    calls.add("before commit");
                }

                @Override
                public void afterCommit() {
                    calls.add("after commit");
                }

                @Override
                public void afterCompletion(int status) {
                    calls.add("completed: "
                            + (status == STATUS_ROLLED_BACK
                                    ? "rolled back"
                                    : status == STATUS_UNKNOWN ? "unknown" : "committed"));
                }
            });
            super.add(item);
        }
    }

    @Test
    void the_socket_timeout_is_a_property_and_bounds_the_statements_of_a_checkpoint() {
        application
                .withPropertyValues("stepgraph.store.socket-timeout=2s")
                .withUserConfiguration(Slow.class)
                .run(context -> assertThat(
                                context.getBean(BookingGraph.Runs.class).run("slow", new Booking.Order("slow")))
                        .isInstanceOf(BookingGraph.Outcome.Failed.class));
    }

    @Primary
    static final class Slow extends Booking.Bookings {
        private final JdbcTemplate rows;

        Slow(JdbcTemplate rows, PlatformTransactionManager transactions) {
            super(rows, transactions);
            this.rows = rows;
        }

        @Override
        void add(String item) {
            rows.execute("select pg_sleep(5)");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SUPPORTS", "NOT_SUPPORTED"})
    void a_method_without_a_transaction_executes_such_a_step_and_keeps_its_connection(Propagation propagation) {
        application.run(context -> {
            Booking.Bookings bookings = context.getBean(Booking.Bookings.class);
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            TransactionTemplate method = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            method.setPropagationBehavior(propagation.value());

            method.executeWithoutResult(none -> {
                rows.execute("select 1"); // its connection stays with the thread
                String item = propagation.name();
                assertThat(context.getBean(BookingGraph.Runs.class).run(item, new Booking.Order(item)))
                        .isInstanceOf(BookingGraph.Outcome.Completed.class);
                assertThat(bookings.count(item)).isEqualTo(1);
                assertThat(TransactionSynchronizationManager.hasResource(context.getBean(DataSource.class)))
                        .isTrue();
            });
            assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
        });
    }

    @Test
    void a_transaction_that_spring_has_marked_for_rollback_fails_the_step() {
        application.run(context -> {
            String item = "sold out, but nobody minds";
            assertThat(context.getBean(BookingGraph.Runs.class).run("marked", new Booking.Order(item)))
                    .isInstanceOfSatisfying(
                            BookingGraph.Outcome.Failed.class,
                            failed -> assertThat(failed.failure().toString()).contains("rolled back"));
            assertThat(context.getBean(Booking.Bookings.class).count(item)).isZero();
        });
    }

    @Test
    void a_step_in_progress_ends_and_is_stored_before_the_pool_closes() {
        SlowVoice voice = new SlowVoice();
        withoutGreeter
                .withBean("greeter", Greeter.class, () -> new Greeter(voice))
                .run(context -> {
                    context.getBean(GreeterGraph.Runs.class).enqueue("drained", new Greeter.Visit("Ann"));
                    voice.endsWhileDraining(context.getBean(WorkerLifecycle.class));
                });

        try (Store reopened = PostgresStore.open(server.getPostgresDatabase())) {
            assertThat(reopened.runs().find(new RunKey("default", "drained")))
                    .extracting(StoredRun::status)
                    .isEqualTo(Status.COMPLETED);
        }
    }
}
