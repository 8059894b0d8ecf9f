package example;

import io.stepgraph.Generated;

/**
 * The steps of {@code Agent}.
 */
@Generated
enum AgentStep {
    /**
     * The step {@code draft}.
     */
    DRAFT
}
