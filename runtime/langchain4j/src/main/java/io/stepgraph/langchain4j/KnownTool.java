package io.stepgraph.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.stepgraph.runtime.EffectNotPerformedException;
import java.util.Objects;

/** A tool: what the model is told of it, what calls it, and what it does. */
record KnownTool(ToolSpecification specification, ToolExecutor executor, Does does) {
    private static final JsonObjectSchema NO_PARAMETERS =
            JsonObjectSchema.builder().build();

    /** What LangChain4j's MCP client returns after its timeout, as if the server had answered it. */
    private static final String MCP_TIMEOUT = "There was a timeout executing the tool";

    /** Returns a tool that refuses each call. */
    static KnownTool refusing(String why) {
        ToolExecutor executor = (request, memory) -> {
            throw new EffectNotPerformedException(why);
        };
        return new KnownTool(ToolSpecification.builder().build(), executor, Does.READ);
    }

    String name() {
        return specification.name();
    }

    JsonObjectSchema parameters() {
        return Objects.requireNonNullElse(specification.parameters(), NO_PARAMETERS);
    }

    KnownTool withDoes(Does does) {
        return new KnownTool(specification, executor, does);
    }

    /** Calls the tool. What a method throws comes out as it was thrown. */
    String execute(ToolCall call, String runId, InvocationParameters parameters) throws Exception {
        ToolExecutionRequest request = ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.name())
                .arguments(call.json())
                .build();
        InvocationContext context = InvocationContext.builder()
                .chatMemoryId(runId)
                .invocationParameters(parameters)
                .timestampNow()
                .build();
        ToolExecutionResult result;
        try {
            result = executor.executeWithContext(request, context);
        } catch (ToolArgumentsException unreadable) {
            throw isMethod() ? notCalled(unreadable) : unreadable;
        } catch (ToolExecutionException failed) {
            throw isMethod() ? ofMethod(failed) : failed;
        }
        String text = ResultText.of(result);
        if (result.isError() || text.equals(MCP_TIMEOUT)) {
            throw new ToolExecutionException(text);
        }
        return text;
    }

    private boolean isMethod() {
        return executor instanceof DefaultToolExecutor;
    }

    /** An MCP client throws the same exception for what its server says, which proves nothing. */
    private static EffectNotPerformedException notCalled(ToolArgumentsException unreadable) {
        Throwable why = Objects.requireNonNullElse(unreadable.getCause(), unreadable);
        return new EffectNotPerformedException(reason(why), unreadable);
    }

    private static Exception ofMethod(ToolExecutionException failed) {
        if (failed.getCause() instanceof Error error) {
            throw error;
        }
        return failed.getCause() instanceof Exception thrown ? thrown : failed;
    }

    static String reason(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || message.isBlank() ? thrown.getClass().getName() : message;
    }
}
