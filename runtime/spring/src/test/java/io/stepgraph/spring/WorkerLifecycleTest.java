package io.stepgraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerStatus;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

/** The worker lives as long as the application is started. */
class WorkerLifecycleTest {
    private final ApplicationContextRunner application = Applications.greeting();

    @TempDir
    Path folder;

    @Test
    void a_started_application_executes_what_is_queued() {
        application.run(context -> {
            GreeterGraph.Runs runs = context.getBean(GreeterGraph.Runs.class);
            runs.enqueue("ann-1", new Greeter.Visit("Ann"));
            assertThat(runs.await("ann-1")).isInstanceOf(GreeterGraph.Outcome.Completed.class);
        });
    }

    @Test
    void an_application_that_is_stopped_and_started_again_has_another_worker() {
        application.run(context -> {
            WorkerLifecycle worker = context.getBean(WorkerLifecycle.class);

            context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                    .stop();
            assertThat(worker.status()).isEmpty();
            context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                    .start();

            assertThat(worker.status()).map(WorkerStatus::state).contains(WorkerStatus.State.RUNNING);
            GreeterGraph.Runs runs = context.getBean(GreeterGraph.Runs.class);
            runs.enqueue("ann-1", new Greeter.Visit("Ann"));
            assertThat(runs.await("ann-1")).isInstanceOf(GreeterGraph.Outcome.Completed.class);
        });
    }

    @Test
    void a_step_in_progress_ends_and_is_stored_before_the_store_closes() {
        Path file = folder.resolve("runs.db");
        SlowVoice voice = new SlowVoice();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(StepgraphAutoConfiguration.class))
                .withPropertyValues("stepgraph.store.sqlite=" + file)
                .withBean("greeter", Greeter.class, () -> new Greeter(voice))
                .run(context -> {
                    context.getBean(GreeterGraph.Runs.class).enqueue("ann-1", new Greeter.Visit("Ann"));
                    voice.endsWhileDraining(context.getBean(WorkerLifecycle.class));
                });

        try (Store reopened = SqliteStore.open(file)) {
            assertThat(reopened.lists().count("default", Status.COMPLETED)).isEqualTo(1);
        }
    }

    @Test
    void it_can_be_switched_off() {
        application
                .withPropertyValues("stepgraph.worker.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(WorkerLifecycle.class));
    }

    @Test
    void a_worker_of_the_application_takes_its_place() {
        application
                .withBean(
                        Worker.class,
                        () -> Worker.builder(new MemoryStore())
                                .graphs(GreeterGraph.of(new Greeter(name -> name)))
                                .build())
                .run(context -> assertThat(context).doesNotHaveBean(WorkerLifecycle.class));
    }
}
