package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;

/** What generated code calls, by name: the processor does not load the runtime. */
final class Api {

    static final ClassName GENERATED = ClassName.get("io.stepgraph", "Generated");
    static final ClassName PERMISSION_MODE = ClassName.get("io.stepgraph", "PermissionMode");

    static final ClassName EXPIRED = runtime("Expired");
    static final ClassName GRAPH = runtime("Graph");
    static final ClassName GRAPH_SPEC = runtime("GraphSpec");
    static final ClassName RUN_CLIENT = runtime("RunClient");
    static final ClassName RUNNER = runtime("Runner");
    static final ClassName STEP_CONTEXT = runtime("StepContext");
    static final ClassName STEP_FAILURE = runtime("StepFailure");
    static final ClassName STOP = runtime("Stop");
    static final ClassName SYNC_MACHINE = runtime("SyncMachine");
    static final ClassName TICKET = runtime("Ticket");
    static final ClassName TRANSITION = runtime("Transition");
    static final ClassName VALUE_TYPE = runtime("ValueType");

    static final ClassName STRING = ClassName.get("java.lang", "String");
    static final ClassName THROWABLE = ClassName.get("java.lang", "Throwable");
    static final ClassName ILLEGAL_STATE = ClassName.get("java.lang", "IllegalStateException");
    static final ClassName OBJECT = ClassName.get("java.lang", "Object");

    private Api() {}

    private static ClassName runtime(String name) {
        return ClassName.get("io.stepgraph.runtime", name);
    }
}
