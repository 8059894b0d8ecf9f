package io.stepgraph.samples.events;

import io.stepgraph.samples.events.Event.ToolCompleted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The tool calls of one answer of the model.
 *
 * @param executions the calls, in the order of the request
 */
record ToolTurn(List<ToolExecution> executions) {

    boolean isOpen(String callId) {
        return executions.stream().anyMatch(each -> isOpen(each, callId));
    }

    /** The same turn after the first open call with this id is over. */
    ToolTurn complete(ToolCompleted completed) {
        List<ToolExecution> after = new ArrayList<>(executions);
        for (int i = 0; i < after.size(); i++) {
            if (isOpen(after.get(i), completed.callId())) {
                after.set(i, new ToolExecution(after.get(i).call(), completed.outcome()));
                break;
            }
        }
        return new ToolTurn(List.copyOf(after));
    }

    boolean isOver() {
        return executions.stream().noneMatch(ToolExecution::isOpen);
    }

    boolean hasMutated(ToolCatalog tools) {
        return executions.stream()
                .anyMatch(each -> each.outcome() instanceof ToolOutcome.Success
                        && tools.isMutating(each.call().toolName()));
    }

    List<Message> messages() {
        return executions.stream().map(ToolTurn::message).toList();
    }

    private static Message message(ToolExecution execution) {
        ToolCall call = execution.call();
        return new Message.Tool(
                call.id(),
                call.toolName(),
                Objects.requireNonNull(execution.outcome()).text());
    }

    private static boolean isOpen(ToolExecution execution, String callId) {
        return execution.isOpen() && execution.call().id().equals(callId);
    }
}
