package io.stepgraph.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of agents alone: the application's agent classes with their graphs and runs, its hooks and its JSON
 * customizers, on a store in memory. There is no worker, no web server and no data source; {@code runs.run} executes in
 * the test's thread. Give what the agents need as mocks or with {@code @Import}.
 *
 * <pre>{@code
 * @StepgraphTest
 * class ReviewAgentTest {
 *     @MockitoBean ChatModel model;
 *     @Autowired ReviewAgentGraph.Runs runs;
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(StepgraphTestBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(StepgraphTestFilter.class)
@ImportAutoConfiguration(StepgraphAutoConfiguration.class)
public @interface StepgraphTest {

    /** Properties of the application, {@code key=value}, beside those of its files. */
    String[] properties() default {};

    /** Whether agents, hooks and customizers are components of the test; true unless set. */
    boolean useDefaultFilters() default true;

    /** Further components of the application. */
    ComponentScan.Filter[] includeFilters() default {};

    /** Components that are left out. */
    ComponentScan.Filter[] excludeFilters() default {};
}
