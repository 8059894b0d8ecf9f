package io.stepgraph;

/**
 * How much a run may do. The modes are ordered: a run in one mode may execute every step that requires this mode or an
 * earlier one, {@code PLAN < DEFAULT < ACCEPT_EDITS < BYPASS_PERMISSIONS}.
 *
 * <p>The mode belongs to the run, is stored with it and can be changed while the run rests. A step says what it needs
 * with {@link RequiresMode}; a run that comes to a step it may not execute parks in front of it and goes on when its
 * mode is raised.
 */
public enum PermissionMode {
    /** Look and think only. What a step needs if it says nothing. */
    PLAN,
    /** The ordinary mode of an agent that acts within what was agreed. */
    DEFAULT,
    /** The agent may also change files and records. */
    ACCEPT_EDITS,
    /** Nothing is held back. */
    BYPASS_PERMISSIONS;

    /**
     * Tells whether a run in this mode may execute a step that requires {@code required}.
     *
     * @param required what the step needs
     * @return true if this mode is the required one or a higher one
     */
    public boolean permits(PermissionMode required) {
        return compareTo(required) >= 0;
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
