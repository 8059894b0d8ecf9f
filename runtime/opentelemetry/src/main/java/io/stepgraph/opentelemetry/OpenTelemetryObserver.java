package io.stepgraph.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RunObserver;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Traces what an engine executes: a span {@code run GRAPH} for each execution of a run in this process, in it a span
 * {@code step STEP} for each attempt, in it a span {@code effect NAME} for each effect. Give it to {@code observer} of
 * a runner's or a worker's builder. The span of an attempt is current in the thread of the step, so that spans of its
 * clients are its children.
 *
 * <p><b>One trace for a run</b>, whatever processes execute it and however long it takes: the ids of its trace and of
 * the parent of its executions are hashes (SHA-256) of its namespace, id, number and start, so nothing is stored for
 * them. This parent is never exported itself, and counts as sampled; a sampler by ratio of the trace id decides the
 * same for the whole run. The span that is current when an execution begins, such as that of a web request, is its
 * link.
 *
 * <p>Attributes: {@code stepgraph.namespace}, {@code stepgraph.run.id}, {@code stepgraph.run.number}, {@code
 * stepgraph.graph}, {@code stepgraph.thread}, {@code stepgraph.step}, {@code stepgraph.visit}, {@code
 * stepgraph.attempt}, {@code stepgraph.effect.name}, {@code stepgraph.effect.item} and, on each span, {@code
 * stepgraph.outcome}. A failure has the status ERROR and an event of its exception. Values of the agent do not become
 * attributes; the message of an exception may hold some.
 *
 * <p>Safe for use by many threads.
 */
public final class OpenTelemetryObserver implements RunObserver {
    private static final String NAME = "io.stepgraph";
    private static final AttributeKey<String> NAMESPACE = AttributeKey.stringKey("stepgraph.namespace");
    private static final AttributeKey<String> RUN_ID = AttributeKey.stringKey("stepgraph.run.id");
    private static final AttributeKey<Long> RUN_NUMBER = AttributeKey.longKey("stepgraph.run.number");
    private static final AttributeKey<String> GRAPH = AttributeKey.stringKey("stepgraph.graph");
    private static final AttributeKey<String> THREAD = AttributeKey.stringKey("stepgraph.thread");
    private static final AttributeKey<String> STEP = AttributeKey.stringKey("stepgraph.step");
    private static final AttributeKey<Long> VISIT = AttributeKey.longKey("stepgraph.visit");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("stepgraph.attempt");
    private static final AttributeKey<String> EFFECT = AttributeKey.stringKey("stepgraph.effect.name");
    private static final AttributeKey<String> ITEM = AttributeKey.stringKey("stepgraph.effect.item");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("stepgraph.outcome");

    private final Tracer tracer;

    /**
     * An observer.
     *
     * @param telemetry takes the spans
     */
    public OpenTelemetryObserver(OpenTelemetry telemetry) {
        this.tracer = Objects.requireNonNull(telemetry, "telemetry").getTracer(NAME);
    }

    @Override
    public void happened(RunEvent event) {}

    @Override
    public ExecutionScope executes(ExecutedRun run) {
        SpanBuilder span = tracer.spanBuilder("run " + run.graph())
                .setParent(Context.current().with(Span.wrap(RunTrace.of(run))))
                .setAttribute(NAMESPACE, run.namespace())
                .setAttribute(RUN_ID, run.id())
                .setAttribute(RUN_NUMBER, run.runNumber())
                .setAttribute(GRAPH, run.graph());
        String thread = run.thread();
        if (thread != null) {
            span.setAttribute(THREAD, thread);
        }
        SpanContext caller = Span.current().getSpanContext();
        if (caller.isValid()) {
            span.addLink(caller);
        }
        return new Execution(span.startSpan(), run);
    }

    private static String text(Enum<?> outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private static void end(Span span, Enum<?> outcome, boolean isFailure, @Nullable Throwable thrown) {
        span.setAttribute(OUTCOME, text(outcome));
        if (isFailure) {
            span.setStatus(StatusCode.ERROR);
            if (thrown != null) {
                span.recordException(thrown);
            }
        }
        span.end();
    }

    private final class Execution implements ExecutionScope {
        private final Span span;
        private final ExecutedRun run;
        private final Context context;

        Execution(Span span, ExecutedRun run) {
            this.span = span;
            this.run = run;
            this.context = Context.current().with(span);
        }

        @Override
        public StepScope step(String step, long visit, int attempt) {
            Span begun = tracer.spanBuilder("step " + step)
                    .setParent(context)
                    .setAttribute(RUN_ID, run.id())
                    .setAttribute(GRAPH, run.graph())
                    .setAttribute(STEP, step)
                    .setAttribute(VISIT, visit)
                    .setAttribute(ATTEMPT, (long) attempt)
                    .startSpan();
            return new Step(begun, context.with(begun));
        }

        @Override
        public void ended(ExecutionOutcome outcome) {
            end(span, outcome, outcome == ExecutionOutcome.FAILED || outcome == ExecutionOutcome.LEASE_LOST, null);
        }
    }

    private final class Step implements StepScope {
        private final Span span;
        private final Context context;
        private final Scope current;

        @SuppressWarnings("MustBeClosed") // the end of the scope closes it, in the same thread
        Step(Span span, Context context) {
            this.span = span;
            this.context = context;
            this.current = context.makeCurrent();
        }

        @Override
        @SuppressWarnings("MustBeClosed") // the end of the scope closes it, in the same thread
        public EffectScope effect(String name, String item) {
            SpanBuilder builder =
                    tracer.spanBuilder("effect " + name).setParent(context).setAttribute(EFFECT, name);
            if (!item.isEmpty()) {
                builder.setAttribute(ITEM, item);
            }
            Span begun = builder.startSpan();
            Scope inCall = context.with(begun).makeCurrent();
            return (outcome, thrown) -> {
                inCall.close();
                end(begun, outcome, outcome == EffectOutcome.FAILED, thrown);
            };
        }

        @Override
        public void ended(StepOutcome outcome, @Nullable Throwable thrown) {
            current.close();
            end(span, outcome, outcome == StepOutcome.FAILED, thrown);
        }
    }
}
