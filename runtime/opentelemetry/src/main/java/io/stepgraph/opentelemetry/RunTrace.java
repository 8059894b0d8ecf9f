package io.stepgraph.opentelemetry;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.stepgraph.runtime.hook.RunObserver.ExecutedRun;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The trace of a run, which every process computes alike. */
final class RunTrace {
    private static final int TRACE_ID = 16;
    private static final int SPAN_ID = 8;

    private RunTrace() {}

    /** The parent of all executions of a run. */
    static SpanContext of(ExecutedRun run) {
        String start = String.join(
                "\0",
                run.namespace(),
                run.id(),
                Long.toString(run.runNumber()),
                run.startedAt().toString());
        byte[] hash = sha256(start);
        HexFormat hex = HexFormat.of();
        return SpanContext.createFromRemoteParent(
                hex.formatHex(hash, 0, TRACE_ID),
                hex.formatHex(hash, TRACE_ID, TRACE_ID + SPAN_ID),
                TraceFlags.getSampled(),
                TraceState.getDefault());
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256.", impossible);
        }
    }
}
