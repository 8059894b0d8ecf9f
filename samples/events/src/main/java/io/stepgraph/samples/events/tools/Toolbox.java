package io.stepgraph.samples.events.tools;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.stepgraph.PermissionMode;
import io.stepgraph.samples.events.ToolCall;
import io.stepgraph.samples.events.ToolCatalog;
import io.stepgraph.samples.events.ToolOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The tools of a session. Safe for use by many threads. */
public final class Toolbox implements ToolCatalog {
    private static final PermissionMode NEEDED = PermissionMode.ACCEPT_EDITS;
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(60);

    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final PermissionMode mode;
    private final JsonMapper json = JsonMapper.shared();

    /**
     * These tools.
     *
     * @param mode the mode of the session
     * @param tools the tools
     */
    public Toolbox(PermissionMode mode, List<Tool> tools) {
        this.mode = mode;
        tools.forEach(tool -> this.tools.put(tool.specification().name(), tool));
    }

    /**
     * The tools for a folder.
     *
     * @param workspace the folder
     * @param mode the mode of the session
     * @return the tools
     */
    public static Toolbox of(Workspace workspace, PermissionMode mode) {
        return new Toolbox(
                mode,
                List.of(
                        new ReadFile(workspace),
                        new ListFiles(workspace),
                        new EditFile(workspace),
                        new RunCommand(workspace, COMMAND_TIMEOUT)));
    }

    /** {@return what the model reads about the tools} */
    public List<ToolSpecification> specifications() {
        return tools.values().stream().map(Tool::specification).toList();
    }

    @Override
    public boolean isMutating(String toolName) {
        Tool tool = tools.get(toolName);
        return tool != null && tool.isMutating();
    }

    /**
     * Executes a call. What goes wrong is an outcome, which the model reads.
     *
     * @param call the call
     * @return its outcome
     * @throws InterruptedException if the program ends
     */
    public ToolOutcome execute(ToolCall call) throws InterruptedException {
        Tool tool = tools.get(call.toolName());
        if (tool == null) {
            return new ToolOutcome.Failure("There is no tool '" + call.toolName() + "'.");
        }
        if (tool.isMutating() && mode.compareTo(NEEDED) < 0) {
            return new ToolOutcome.Failure(call.toolName() + " needs the mode " + NEEDED + ", but the session runs in "
                    + mode + ". The user can start the program again with --mode " + NEEDED + ".");
        }
        try {
            Object result = tool.execute(json.readTree(call.arguments()));
            return new ToolOutcome.Success(json.writeValueAsString(result));
        } catch (ToolFailedException failed) {
            return new ToolOutcome.Failure(String.valueOf(failed.getMessage()));
        } catch (JacksonException unreadable) {
            return new ToolOutcome.Failure("The arguments are not JSON: " + unreadable.getOriginalMessage());
        } catch (IOException | RuntimeException failed) {
            return new ToolOutcome.Failure(failed.toString());
        }
    }
}
