package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.List;

/**
 * All types of the libraries that generated code names. The processor does not load the runtime, so this is the one
 * place to edit when a package of it changes.
 */
final class RuntimeNames {

    private static final String ANNOTATIONS = "io.stepgraph";
    private static final String RUNTIME = "io.stepgraph.runtime";
    private static final String GRAPH = RUNTIME + ".graph";
    private static final String CLIENT = RUNTIME + ".client";

    static final ClassName GENERATED = ClassName.get(ANNOTATIONS, "Generated");
    static final ClassName PERMISSION_MODE = ClassName.get(ANNOTATIONS, "PermissionMode");

    static final ClassName ENDED = ClassName.get(RUNTIME, "Ended");
    static final TypeName ANY_ENDED = ParameterizedTypeName.get(ENDED, WildcardTypeName.subtypeOf(Object.class));
    static final ClassName EXPIRED = ClassName.get(RUNTIME, "Expired");
    static final TypeName ANSWERED = ParameterizedTypeName.get(
            ClassName.get(RUNTIME, "Answered"),
            WildcardTypeName.subtypeOf(Object.class),
            WildcardTypeName.subtypeOf(Object.class));
    static final ClassName STEP_CONTEXT = ClassName.get(RUNTIME, "StepContext");
    static final ParameterizedTypeName STEP_FAILURE =
            ParameterizedTypeName.get(ClassName.get(RUNTIME, "StepFailure"), WildcardTypeName.subtypeOf(Object.class));
    static final ClassName TICKET = ClassName.get(RUNTIME, "Ticket");

    static final ClassName CALLED_AGENT = ClassName.get(GRAPH, "CalledAgent");
    static final ClassName CHOICE = ClassName.get(GRAPH, "Choice");
    static final ClassName GRAPH_DEFINITION = ClassName.get(CLIENT, "GraphDefinition");
    static final ClassName GRAPH_SPEC = ClassName.get(GRAPH, "GraphSpec");
    static final ClassName STARTER = ClassName.get(GRAPH, "StepSpec", "Starter");
    static final ClassName RUN_OUTCOME = ClassName.get(GRAPH, "RunOutcome");
    static final ClassName TRANSITION = ClassName.get(GRAPH, "Transition");
    static final ClassName VALUE_TYPE = ClassName.get(GRAPH, "ValueType");

    static final ClassName AGENT_OUTCOME = ClassName.get(CLIENT, "AgentOutcome");
    static final ClassName CALLED_OUTCOME = ClassName.get(CLIENT, "CalledOutcome");
    static final ClassName LISTENING_OUTCOME = ClassName.get(CLIENT, "ListeningOutcome");
    static final ClassName WAITING_CHILD = ClassName.get(CLIENT, "WaitingChild");
    static final ClassName WAITING_OUTCOME = ClassName.get(CLIENT, "WaitingOutcome");
    static final ClassName AGENT_GRAPH = ClassName.get(CLIENT, "AgentGraph");
    static final ClassName AGENT_RUNS = ClassName.get(CLIENT, "AgentRuns");
    static final ClassName AGENT_MACHINE = ClassName.get(CLIENT, "AgentMachine");
    static final ClassName MACHINE_CLIENT = ClassName.get(CLIENT, "MachineClient");
    static final ClassName RUN_CLIENT = ClassName.get(CLIENT, "RunClient");
    static final ClassName RUNS_FROM_INPUT = ClassName.get(CLIENT, "RunsFromInput");
    static final ClassName RUNS_FROM_STATE = ClassName.get(CLIENT, "RunsFromState");
    static final ClassName OUTCOME_STREAM = ClassName.get(RUNTIME + ".event", "OutcomeStream");
    static final ClassName ACTOR = ClassName.get(RUNTIME, "Actor");
    static final ClassName START_OPTIONS = ClassName.get(RUNTIME, "StartOptions");

    static final ClassName ARRAYS = ClassName.get("java.util", "Arrays");
    static final ClassName COLLECTIONS = ClassName.get("java.util", "Collections");
    static final ClassName LIST = ClassName.get("java.util", "List");
    static final ClassName DURATION = ClassName.get("java.time", "Duration");
    static final ClassName INSTANT = ClassName.get("java.time", "Instant");

    static final ClassName EXCEPTION = lang("Exception");
    static final ClassName ILLEGAL_STATE = lang("IllegalStateException");
    static final ClassName OBJECT = lang("Object");
    static final ClassName OVERRIDE = lang("Override");
    static final ClassName STRING = lang("String");
    static final ClassName SUPPRESS_WARNINGS = lang("SuppressWarnings");
    static final ClassName THROWABLE = lang("Throwable");
    static final ClassName VOID = lang("Void");

    /** The types that every generated class may name without an import. */
    static final List<ClassName> LANG =
            List.of(EXCEPTION, ILLEGAL_STATE, OBJECT, OVERRIDE, STRING, SUPPRESS_WARNINGS, THROWABLE, VOID);

    private RuntimeNames() {}

    private static ClassName lang(String name) {
        return ClassName.get("java.lang", name);
    }
}
