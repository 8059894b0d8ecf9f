package io.stepgraph.runtime;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An actor as its program has named it. */
record NamedActor(String name, Set<String> roles, @Nullable String actsAs) implements Actor {
    NamedActor {
        Names.person(name, "name", "The name of a person or system");
        roles = Collections.unmodifiableSet(new TreeSet<>(roles));
        roles.forEach(role -> Names.person(role, "roles", "The name of a role"));
        if (actsAs != null) {
            Names.person(actsAs, "actsAs", "The name as whom somebody acts");
        }
    }
}
