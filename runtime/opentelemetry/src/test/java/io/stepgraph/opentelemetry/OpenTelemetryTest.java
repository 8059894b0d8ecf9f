package io.stepgraph.opentelemetry;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spans of real runs on a file. */
final class OpenTelemetryTest {
    @TempDir
    Path folder;

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();

    @AfterEach
    void close() {
        telemetry.close();
    }

    /** As a process of its own does. */
    private <T> T process(TestGraph<Notes> graph, Function<RunClient<Notes, Node>, T> work, RunObserver... more) {
        try (Store store = SqliteStore.open(folder.resolve("runs.db"))) {
            var builder = Runner.builder(store);
            for (RunObserver observer : more) {
                builder.observer(observer);
            }
            try (Runner runner =
                    builder.observer(new OpenTelemetryObserver(telemetry)).build()) {
                return work.apply(runner.client(graph, new Object()));
            }
        }
    }

    private SpanData span(String name) {
        List<SpanData> found = spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    private static TestGraph<Notes> paying(Runnable inCall, int millis) {
        return TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> {
                            s.to(SECOND);
                            if (millis > 0) {
                                s.timeout(millis, millis + "ms");
                            }
                        },
                        (notes, input, context) -> {
                            context.once("charge", "500", String.class)
                                    .item("alice")
                                    .call((key, cents) -> {
                                        inCall.run();
                                        return cents;
                                    });
                            return Transition.go(SECOND);
                        })
                .step(SECOND, s -> s.toEnd(), (notes, input, context) -> Transition.end())
                .build();
    }

    @Test
    void effects_are_in_steps_and_steps_are_in_runs() {
        process(paying(() -> {}, 0), runs -> Outcomes.completed(runs.run("one", Notes.of(), null)));

        SpanData effect = span("effect charge");
        SpanData first = span("step first");
        SpanData run = spans.getFinishedSpanItems().get(3);
        assertThat(run.getName()).startsWith("run ");
        assertThat(effect.getParentSpanId()).isEqualTo(first.getSpanId());
        assertThat(first.getParentSpanId()).isEqualTo(run.getSpanId());
        assertThat(span("step second").getParentSpanId()).isEqualTo(run.getSpanId());
        assertThat(run.getAttributes().get(stringKey("stepgraph.run.id"))).isEqualTo("one");
        assertThat(run.getAttributes().get(stringKey("stepgraph.outcome"))).isEqualTo("completed");
        assertThat(first.getAttributes().get(longKey("stepgraph.visit"))).isEqualTo(1);
        assertThat(first.getAttributes().get(longKey("stepgraph.attempt"))).isEqualTo(1);
        assertThat(effect.getAttributes().get(stringKey("stepgraph.effect.item")))
                .isEqualTo("alice");
        assertThat(effect.getAttributes().get(stringKey("stepgraph.outcome"))).isEqualTo("performed");
        assertThat(spans.getFinishedSpanItems()).hasSize(4).allMatch(SpanData::hasEnded);
    }

    @Test
    void the_executions_of_a_run_share_a_trace_in_every_process() {
        TestGraph<Notes> graph = Graphs.review().build();
        RunOutcome<Node> outcome = process(graph, runs -> runs.run("one", Notes.of(), null));
        RunOutcome.QuestionAsked<Node> asked = (RunOutcome.QuestionAsked<Node>) outcome;
        process(graph, runs -> Outcomes.completed(runs.answer(asked.ticket(), new Graphs.Approved("ann"))));
        process(graph, runs -> runs.run("another", Notes.of(), null));

        List<SpanData> runs = spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().startsWith("run "))
                .toList();
        assertThat(runs).hasSize(3);
        assertThat(runs.get(1).getTraceId()).isEqualTo(runs.get(0).getTraceId());
        assertThat(runs.get(1).getParentSpanId()).isEqualTo(runs.get(0).getParentSpanId());
        assertThat(runs.get(2).getTraceId()).isNotEqualTo(runs.get(0).getTraceId());
        assertThat(runs.get(0).getAttributes().get(stringKey("stepgraph.outcome")))
                .isEqualTo("asked");
    }

    @Test
    void the_span_of_the_caller_is_linked() {
        Span request = telemetry.getTracer("web").spanBuilder("POST /essays").startSpan();
        try (Scope inRequest = request.makeCurrent()) {
            process(paying(() -> {}, 0), runs -> Outcomes.completed(runs.run("one", Notes.of(), null)));
            assertThat(Span.current()).isEqualTo(request);
            assertThat(inRequest).isNotNull();
        }
        request.end();

        SpanData run = spans.getFinishedSpanItems().get(3);
        assertThat(run.getLinks()).extracting(LinkData::getSpanContext).containsExactly(request.getSpanContext());
        assertThat(run.getTraceId()).isNotEqualTo(request.getSpanContext().getTraceId());
    }

    @Test
    void the_spans_of_a_client_are_children_also_in_the_thread_of_a_step_with_a_timeout() {
        for (int timeout : new int[] {0, 30_000}) {
            spans.reset();
            process(
                    paying(
                            () -> telemetry
                                    .getTracer("client")
                                    .spanBuilder("POST /charges")
                                    .startSpan()
                                    .end(),
                            timeout),
                    runs -> Outcomes.completed(runs.run("timeout-" + timeout, Notes.of(), null)));

            assertThat(span("POST /charges").getParentSpanId())
                    .isEqualTo(span("effect charge").getSpanId());
        }
    }

    @Test
    void a_failure_is_an_error_with_its_exception() {
        process(
                Graphs.single((notes, context) -> {
                    throw new IllegalStateException("no more paper");
                }),
                runs -> runs.run("one", Notes.of(), null));

        SpanData step = span("step first");
        assertThat(step.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(step.getEvents()).hasSize(1);
        SpanData run = spans.getFinishedSpanItems().get(1);
        assertThat(run.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    }

    @Test
    void an_observer_that_throws_changes_nothing() {
        RunObserver broken = event -> {
            throw new IllegalStateException("the collector is gone");
        };
        RunObserver.ExecutionScope scope = new RunObserver.ExecutionScope() {
            @Override
            public RunObserver.StepScope step(String step, long visit, int attempt) {
                throw new IllegalStateException("the collector is gone");
            }

            @Override
            public void ended(RunObserver.ExecutionOutcome outcome) {
                throw new IllegalStateException("the collector is gone");
            }
        };
        RunObserver brokenLater = new RunObserver() {
            @Override
            public void happened(RunEvent event) {}

            @Override
            public ExecutionScope executes(ExecutedRun run) {
                return scope;
            }
        };

        process(
                paying(() -> {}, 0),
                runs -> Outcomes.completed(runs.run("one", Notes.of(), null)),
                broken,
                brokenLater);

        assertThat(spans.getFinishedSpanItems()).hasSize(4);
    }
}
