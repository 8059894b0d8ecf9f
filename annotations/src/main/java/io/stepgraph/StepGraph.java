package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a class as an agent: its annotated methods are the steps of one graph. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface StepGraph {

    /** The transition that ends a run. No method can have this name. */
    String END = "-end-";

    /** The method where a run begins. */
    String start();

    /** The stable name stored with every run; by default the qualified name of the class. */
    String name() default "";
}
