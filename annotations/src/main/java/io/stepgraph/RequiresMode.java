package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The least mode in which a step may be executed; without this annotation it is {@link PermissionMode#PLAN}. A run in a
 * lower mode pauses before the step, does not execute it, and continues when its mode is raised. A mode that follows
 * from data is required in the step, with {@code StepContext.require}.
 *
 * <pre>{@code
 * @Step(next = END)
 * @RequiresMode(ACCEPT_EDITS)
 * void write(Essay essay) throws IOException { Files.writeString(target, essay.draft); }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface RequiresMode {

    /**
     * The least mode.
     *
     * @return the mode this step needs
     */
    PermissionMode value();
}
