package io.stepgraph.langchain4j;

import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationParameters;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectNotPerformedException;
import io.stepgraph.runtime.StepContext;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A call of the model, after it was checked against the present tools (K4, K13). A call that cannot be carried out is one
 * of a tool that refuses it.
 */
record CheckedCall(ToolCall call, KnownTool tool, int longestResult) {

    boolean acts() {
        return tool.does().acts();
    }

    boolean asks() {
        return tool.does().asks(call);
    }

    PermissionMode mode() {
        return tool.does().mode();
    }

    /** Calls a tool that only reads. Each exception is a result for the model (K5). */
    ToolResult read(String runId) throws InterruptedException {
        try {
            return call.result(cut(tool.execute(call, runId, new InvocationParameters())));
        } catch (EffectNotPerformedException nothing) {
            return call.notCarriedOut(cut(KnownTool.reason(nothing)));
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception failed) {
            if (Thread.currentThread().isInterrupted()) {
                throw (InterruptedException) new InterruptedException(failed.toString()).initCause(failed);
            }
            return Tools.failed(call, cut(KnownTool.reason(failed)));
        }
    }

    /**
     * Carries the call out as an effect (K6, K7). One that cannot be carried out, or only reads by now, is an effect if
     * another build has begun it as one: its result counts, and a doubt about it is left to a person (K13).
     */
    ToolResult act(StepContext<?> context) {
        if (!acts() && !context.hasBegun(Tools.EFFECT, item())) {
            return carriedOut(() -> read(context.runId()));
        }
        Effect<ToolCall, String> effect = context.once(Tools.EFFECT, call, String.class);
        return carriedOut(() -> call.result((acts() ? tool.does().applyTo(effect) : effect)
                .item(item())
                .perform(once -> execute(new Acting(once, context.runId(), null)))));
    }

    /** Returns the result of a call that a build carried out which did not ask about it; null if none has (K13). */
    @Nullable ToolResult actedBefore(StepContext<?> context) {
        if (!context.hasBegun(Tools.EFFECT, item())) {
            return null;
        }
        KnownTool refusing = KnownTool.refusing("A person has to approve it.");
        ToolResult result = new CheckedCall(call, refusing, longestResult).act(context);
        return result.failed() ? null : result;
    }

    /** Carries the call out as a person has approved it. */
    ToolResult act(StepContext<?> context, Answered.Part<ToolCall> approved, Answered<?, ?> approval) {
        ApprovedEffect<ToolCall, String> effect = context.once(Tools.APPROVED_EFFECT, approved, String.class);
        return carriedOut(() -> call.result((acts() ? tool.does().applyTo(effect) : effect)
                .item(item())
                .perform(once -> execute(new Acting(once, context.runId(), approval.by())))));
    }

    private String item() {
        return call.name() + " " + call.id();
    }

    private String execute(Acting acting) throws Exception {
        try {
            return cut(tool.execute(acting.call(), acting.runId(), acting));
        } catch (Exception thrown) {
            throw tool.does().provesNothingHappened(thrown) ? new NotCarriedOut(thrown) : thrown;
        }
    }

    private ToolResult carriedOut(Callable<ToolResult> effect) {
        try {
            return effect.call();
        } catch (NotCarriedOut nothing) {
            return call.notCarriedOut(cut(KnownTool.reason(nothing)));
        } catch (RuntimeException inDoubt) {
            throw inDoubt;
        } catch (Exception inDoubt) {
            if (inDoubt instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new ToolExecutionException(inDoubt);
        }
    }

    private String cut(String text) {
        return ResultText.cut(text, longestResult);
    }
}
