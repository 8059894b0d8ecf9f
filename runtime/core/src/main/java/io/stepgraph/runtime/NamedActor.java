package io.stepgraph.runtime;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** An actor as its program has named it. */
record NamedActor(String name, Set<String> roles) implements Actor {
    NamedActor {
        Names.checked(name, "name", "The name of a person or system");
        roles = Collections.unmodifiableSet(new TreeSet<>(roles));
        roles.forEach(role -> Names.checked(role, "roles", "The name of a role"));
    }
}
