package io.stepgraph.testkit.store;

import io.stepgraph.runtime.client.Engine;

/** An engine as one process has it, for the {@link EngineContract}: several of them share the runs. */
public interface EngineProcess extends AutoCloseable {

    /** The engine. It executes the steps of the agents that it is given. */
    Engine engine();

    /**
     * The process dies, as far as the engine can tell: nothing that it does from here on arrives, and it gives no sign
     * of life. Its steps may continue.
     */
    void die();

    /** Closes the engine in good order. */
    @Override
    void close();
}
