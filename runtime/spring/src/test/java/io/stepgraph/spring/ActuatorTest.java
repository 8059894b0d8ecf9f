package io.stepgraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.stepgraph.opentelemetry.OpenTelemetryObserver;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What an operator sees. */
class ActuatorTest {
    private final ApplicationContextRunner application = Applications.greeting()
            .withConfiguration(AutoConfigurations.of(
                    StepgraphActuatorAutoConfiguration.class,
                    StepgraphMicrometerAutoConfiguration.class,
                    StepgraphOpenTelemetryAutoConfiguration.class,
                    MetricsAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=*");

    @Test
    void the_health_has_the_worker_and_the_age_of_the_queue() {
        application.run(context -> assertThat(
                        context.getBean(HealthIndicator.class).health())
                .satisfies(health -> {
                    assertThat(health.getStatus().getCode()).isEqualTo("UP");
                    assertThat(health.getDetails()).containsKeys("worker", "queueAge", "effectsInDoubt");
                }));
    }

    @Test
    void it_is_down_when_the_store_does_not_answer() {
        application.run(context -> {
            context.getBean(WorkerLifecycle.class).stop();
            context.getBean(Store.class).close();
            assertThat(context.getBean(HealthIndicator.class)
                            .health()
                            .getStatus()
                            .getCode())
                    .isEqualTo("DOWN");
        });
    }

    @Test
    void the_endpoint_counts_runs_and_tells_what_the_worker_does() {
        application.run(context -> {
            context.getBean(GreeterGraph.Runs.class).run("ann-1", new Greeter.Visit("Ann"));

            StepgraphEndpoint.Report report =
                    context.getBean(StepgraphEndpoint.class).report();

            assertThat(report.runs()).containsEntry(Status.COMPLETED, 1L).containsEntry(Status.QUEUED, 0L);
            assertThat(report.openQuestions()).isZero();
            assertThat(report.worker()).isNotNull();
        });
    }

    @Test
    void runs_are_measured_and_traced_where_the_application_can() {
        application
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(OpenTelemetry.class, OpenTelemetry::noop)
                .run(context -> {
                    context.getBean(GreeterGraph.Runs.class).run("ann-1", new Greeter.Visit("Ann"));

                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    assertThat(registry.get("stepgraph.run").timer().count()).isEqualTo(1);
                    assertThat(registry.get("stepgraph.queue.age").gauge().value())
                            .isZero();
                    assertThat(context.getBeansOfType(RunObserver.class).values())
                            .hasAtLeastOneElementOfType(OpenTelemetryObserver.class);
                });
    }

    @Test
    void without_a_registry_nothing_is_measured() {
        application.run(context -> assertThat(context).doesNotHaveBean(RunObserver.class));
    }
}
