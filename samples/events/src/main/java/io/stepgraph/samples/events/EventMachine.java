package io.stepgraph.samples.events;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.samples.events.Action.ExecuteTools;
import io.stepgraph.samples.events.Action.RunPostToolsHook;
import io.stepgraph.samples.events.Action.WaitForInput;
import io.stepgraph.samples.events.CodingAgentGraph.Machine;
import io.stepgraph.samples.events.CodingAgentGraph.Outcome;
import io.stepgraph.samples.events.Phase.CallingLlm;
import io.stepgraph.samples.events.Phase.ExecutingTools;
import io.stepgraph.samples.events.Phase.PostToolsHook;
import io.stepgraph.samples.events.Phase.ShuttingDown;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coding agent as its driver sees it: an event goes in, and the action to perform comes out at once. The same
 * events give the same actions. Not safe for use by many threads at once.
 */
public final class EventMachine {
    private static final Logger LOG = LoggerFactory.getLogger(EventMachine.class);

    private final Machine machine;
    private boolean isShutDown;

    private EventMachine(Machine machine) {
        this.machine = machine;
        this.isShutDown = machine.state().phase instanceof ShuttingDown;
    }

    /**
     * A new session, which waits for the user.
     *
     * @param agent the agent
     * @return the machine
     */
    public static EventMachine start(CodingAgent agent) {
        Machine machine = CodingAgentGraph.of(agent).machine();
        machine.start(new Session(), new WaitForInput());
        return new EventMachine(machine);
    }

    /**
     * The session that a snapshot was taken of.
     *
     * @param agent the agent
     * @param snapshot the text from {@link #snapshot}
     * @return the machine
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the snapshot cannot be read
     */
    public static EventMachine restore(CodingAgent agent, String snapshot) {
        return new EventMachine(CodingAgentGraph.of(agent).machine(snapshot));
    }

    /**
     * Takes an event.
     *
     * @param event the event
     * @return the action that the driver performs now
     */
    public Action handle(Event event) {
        if (isShutDown) {
            LOG.warn("{} comes after the end of the session.", event.getClass().getSimpleName());
            return new WaitForInput();
        }
        Outcome outcome = machine.answer(event);
        if (outcome instanceof Outcome.Completed end) {
            isShutDown = true;
            return end.result();
        }
        return machine.question();
    }

    /**
     * The action that a driver performs after {@link #restore}. The process that began it may be dead, so it starts
     * again: the request that has no answer, the tool calls that have no outcome, the hook. After an error, the driver
     * waits for the retry once more.
     *
     * @return the action
     */
    public Action pendingAction() {
        Phase phase = session().phase;
        if (phase instanceof CallingLlm) {
            return session().request();
        }
        if (phase instanceof ExecutingTools executing) {
            return new ExecuteTools(executing.executions().stream()
                    .filter(ToolExecution::isOpen)
                    .map(ToolExecution::call)
                    .toList());
        }
        if (phase instanceof PostToolsHook hook) {
            return new RunPostToolsHook(hook.completedTools());
        }
        return new WaitForInput();
    }

    /** {@return the state of the agent; read it only} */
    public Session session() {
        return machine.state();
    }

    /** {@return whether the session is over} */
    public boolean isShutDown() {
        return isShutDown;
    }

    /** {@return the whole session as text, to be restored between any two events} */
    public String snapshot() {
        return machine.snapshot();
    }
}
