package io.stepgraph.processor.model;

import org.jspecify.annotations.Nullable;

/**
 * A name in {@code agents}.
 *
 * @param name as written
 * @param member what has this name; null if nothing has
 */
public record CalledAgent(Name name, @Nullable AgentMember member) {

    /** Returns the agent; null if the name is a mistake. */
    public @Nullable AgentModel graph() {
        return member == null ? null : member.graph();
    }
}
