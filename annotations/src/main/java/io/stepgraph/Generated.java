package io.stepgraph;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the code that the processor wrote, so that coverage, style and architecture tools can leave it out. It is kept
 * in class files, where those tools look.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Generated {}
