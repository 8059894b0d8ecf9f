package example;

import io.stepgraph.Generated;

/**
 * The steps of {@code ReviewAgent}.
 */
@Generated
public enum ReviewAgentStep {
    /**
     * The step {@code draft}.
     */
    DRAFT,

    /**
     * The step {@code review}.
     */
    REVIEW,

    /**
     * The interrupt {@code approve}.
     */
    APPROVE,

    /**
     * The step {@code revise}.
     */
    REVISE,

    /**
     * The step {@code keep}.
     */
    KEEP
}
