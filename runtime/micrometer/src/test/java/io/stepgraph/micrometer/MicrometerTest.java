package io.stepgraph.micrometer;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Meters of real runs on a file. */
final class MicrometerTest {
    @TempDir
    Path folder;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private Store store;
    private Runner runner;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder.resolve("runs.db"));
        runner =
                Runner.builder(store).observer(new MicrometerObserver(registry)).build();
    }

    @AfterEach
    void close() {
        runner.close();
        store.close();
    }

    private RunClient<Notes, Node> runs(TestGraph<Notes> graph) {
        return runner.client(graph, new Object());
    }

    private static TestGraph<Notes> paying() {
        return TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.to(SECOND).retry(3, 0, 1, 0, 0, IllegalStateException.class),
                        (notes, i, context) -> {
                            context.once("charge", "500", String.class).call((key, cents) -> {
                                TimeUnit.MILLISECONDS.sleep(20);
                                return cents;
                            });
                            if (context.attempt() == 1) {
                                throw new IllegalStateException("again");
                            }
                            return Transition.go(SECOND);
                        })
                .step(SECOND, s -> s.toEnd(), (notes, input, context) -> Transition.end())
                .build();
    }

    @Test
    void runs_steps_and_effects_are_timed_by_their_outcome() {
        Outcomes.completed(runs(paying()).run("one", Notes.of(), null));

        assertThat(registry.get("stepgraph.run")
                        .tag("outcome", "completed")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("stepgraph.step")
                        .tags("step", "first", "outcome", "failed", "exception", "IllegalStateException")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isGreaterThanOrEqualTo(20);
        assertThat(registry.get("stepgraph.step")
                        .tags("step", "first", "outcome", "returned")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("stepgraph.step").tags("step", "second").timer().count())
                .isEqualTo(1);
        for (String outcome : new String[] {"performed", "stored"}) {
            assertThat(registry.get("stepgraph.effect")
                            .tags("step", "first", "effect", "charge", "outcome", outcome)
                            .timer()
                            .count())
                    .as(outcome)
                    .isEqualTo(1);
        }
    }

    @Test
    void no_meter_has_the_id_of_a_run() {
        Outcomes.completed(runs(paying()).run("a-secret-id", Notes.of(), null));
        new StoreMetrics(store, "default").bindTo(registry);

        assertThat(registry.getMeters())
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(meter.getId().toString()).doesNotContain("a-secret-id"));
    }

    @Test
    void the_load_of_the_store_is_scraped_by_prometheus() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        RunClient<Notes, Node> reviews = runs(Graphs.review().build());
        reviews.run("asked", Notes.of(), null);
        new StoreMetrics(store, "default", Duration.ZERO).bindTo(prometheus);
        String graph = prometheus
                .get("stepgraph.runs")
                .tag("status", "waiting")
                .gauge()
                .getId()
                .getTag("graph");

        reviews.enqueue("queued", Notes.of(), null);

        assertThat(prometheus.scrape())
                .contains("stepgraph_runs{graph=\"" + graph + "\",namespace=\"default\",status=\"waiting\"} 1.0")
                .contains("stepgraph_runs{graph=\"" + graph + "\",namespace=\"default\",status=\"queued\"} 1.0")
                .contains("stepgraph_runs{graph=\"" + graph + "\",namespace=\"default\",status=\"running\"} 0.0")
                .contains("stepgraph_effects_in_doubt{namespace=\"default\"} 0.0")
                .containsPattern("stepgraph_queue_age_seconds\\{namespace=\"default\"} \\d");
    }

    @Test
    void effects_in_doubt_are_counted() {
        runs(TestGraph.of(Notes.class)
                        .step(FIRST, s -> s.toEnd(), (notes, input, context) -> {
                            context.once("charge", "500", String.class).call((key, cents) -> {
                                throw new IllegalStateException("lost");
                            });
                            return Transition.end();
                        })
                        .build())
                .run("one", Notes.of(), null);

        new StoreMetrics(store, "default").bindTo(registry);

        assertThat(registry.get("stepgraph.effects.in.doubt").gauge().value()).isEqualTo(1);
        assertThat(registry.get("stepgraph.run")
                        .tag("outcome", "parked")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("stepgraph.effect")
                        .tag("outcome", "void")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void a_store_that_does_not_answer_gives_no_number() {
        new StoreMetrics(store, "default", Duration.ZERO).bindTo(registry);
        runner.close();
        store.close();

        assertThat(registry.get("stepgraph.queue.age").gauge().value()).isNaN();
        assertThatThrownBy(() -> new StoreMetrics(store, "default", Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
