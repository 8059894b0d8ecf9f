package io.stepgraph.spring;

import io.stepgraph.engine.EngineBuilder;

/**
 * A bean of this type changes the runner and the worker after the properties were applied: for settings without a
 * property, such as a hook whose own errors do not fail the step.
 *
 * <pre>{@code
 * @Bean
 * EngineCustomizer audit() { return builder -> builder.failOpenHook(new AuditHook()); }
 * }</pre>
 */
@FunctionalInterface
public interface EngineCustomizer {

    /**
     * Changes a builder, and does not build.
     *
     * @param builder that of a runner or of a worker
     */
    void customize(EngineBuilder<?> builder);
}
