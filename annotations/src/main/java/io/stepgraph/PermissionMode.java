package io.stepgraph;

/**
 * The permissions of a run. The modes are ordered: a run in one mode may execute every step that requires this mode or
 * an earlier one, {@code PLAN < DEFAULT < ACCEPT_EDITS < BYPASS_PERMISSIONS}.
 *
 * <p>The mode belongs to the run, is stored with it and can be changed while the run is paused. A step declares the
 * mode that it needs with {@link RequiresMode}. A run that reaches a step which its mode does not allow pauses before
 * that step, and continues when the mode is raised.
 */
public enum PermissionMode {
    /** The run may only read and think. Steps without {@link RequiresMode} need this mode. */
    PLAN,
    /** The ordinary mode of an agent that acts within what was agreed. */
    DEFAULT,
    /** The agent may also change files and records. */
    ACCEPT_EDITS,
    /** The run may execute every step. */
    BYPASS_PERMISSIONS;

    /**
     * Returns whether a run in this mode may execute a step that requires {@code required}.
     *
     * @param required the mode that the step needs
     * @return true if this mode is the required one or a higher one
     */
    @SuppressWarnings("EnumOrdinal") // the order of the modes; on the path of every step
    public boolean permits(PermissionMode required) {
        return ordinal() >= required.ordinal();
    }

    /**
     * The more careful of two modes.
     *
     * @param other the mode to compare with
     * @return the lower of the two
     */
    public PermissionMode lowerOf(PermissionMode other) {
        return permits(other) ? other : this;
    }
}
