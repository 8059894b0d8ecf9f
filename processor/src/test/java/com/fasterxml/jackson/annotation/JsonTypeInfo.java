package com.fasterxml.jackson.annotation;

/** Stands in for Jackson's own, which the processor knows by name. */
public @interface JsonTypeInfo {
    /** What is stored as the type. */
    Id use();

    /** Kinds of type id. */
    enum Id {
        NONE,
        CLASS,
        MINIMAL_CLASS,
        NAME,
        CUSTOM
    }
}
