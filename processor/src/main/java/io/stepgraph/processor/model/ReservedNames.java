package io.stepgraph.processor.model;

import java.util.Set;

/** Names that the generated classes use themselves, and that no step can have. */
public final class ReservedNames {

    private static final Set<String> OBJECT =
            Set.of("clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    /** The members of a {@code <Method>Next} other than its factories. */
    private static final Set<String> NEXT = Set.of("end", "fail", "with");

    /** {@code Outcome} and the types nested in it besides those of the interrupts. */
    private static final Set<String> OUTCOME =
            Set.of("Cancelled", "Cases", "Completed", "Failed", "Outcome", "Parked", "Pending");

    private ReservedNames() {}

    /** A method of every object. */
    public static boolean isOfObject(String step) {
        return OBJECT.contains(step);
    }

    public static boolean isOfNext(String step) {
        return NEXT.contains(step);
    }

    public static boolean isOfOutcome(String interrupt) {
        return OUTCOME.contains(GeneratedNames.pascal(interrupt));
    }
}
