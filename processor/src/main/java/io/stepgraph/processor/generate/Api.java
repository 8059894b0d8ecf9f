package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;

/** What generated code calls, by name: the processor does not load the runtime. */
final class Api {

    static final ClassName GENERATED = ClassName.get("io.stepgraph", "Generated");
    static final ClassName PERMISSION_MODE = ClassName.get("io.stepgraph", "PermissionMode");

    static final ClassName AGENT_GRAPH = runtime("AgentGraph");
    static final ClassName AGENT_MACHINE = runtime("AgentMachine");
    static final ClassName AGENT_RUNS = runtime("AgentRuns");
    static final ClassName CHOICE = runtime("Choice");
    static final ClassName EXPIRED = runtime("Expired");
    static final ClassName GRAPH_DEFINITION = runtime("GraphDefinition");
    static final ClassName GRAPH_SPEC = runtime("GraphSpec");
    static final ClassName PLAIN_MACHINE = runtime("PlainMachine");
    static final ClassName PLAIN_RUNS = runtime("PlainRuns");
    static final ClassName RUN_CLIENT = runtime("RunClient");
    static final ClassName STEP_CONTEXT = runtime("StepContext");
    static final ClassName STEP_FAILURE = runtime("StepFailure");
    static final ClassName STOP = runtime("Stop");
    static final ClassName SYNC_MACHINE = runtime("SyncMachine");
    static final ClassName TICKET = runtime("Ticket");
    static final ClassName TRANSITION = runtime("Transition");
    static final ClassName VALUE_TYPE = runtime("ValueType");

    static final ClassName OUTCOME_STREAM = ClassName.get("io.stepgraph.runtime.event", "OutcomeStream");

    static final ClassName EXCEPTION = lang("Exception");
    static final ClassName ILLEGAL_STATE = lang("IllegalStateException");
    static final ClassName OBJECT = lang("Object");
    static final ClassName OVERRIDE = lang("Override");
    static final ClassName STRING = lang("String");
    static final ClassName SUPPRESS_WARNINGS = lang("SuppressWarnings");
    static final ClassName THROWABLE = lang("Throwable");
    static final ClassName VOID = lang("Void");

    static final ClassName SUPPLIER = ClassName.get("java.util.function", "Supplier");

    private Api() {}

    private static ClassName runtime(String name) {
        return ClassName.get("io.stepgraph.runtime", name);
    }

    private static ClassName lang(String name) {
        return ClassName.get("java.lang", name);
    }
}
