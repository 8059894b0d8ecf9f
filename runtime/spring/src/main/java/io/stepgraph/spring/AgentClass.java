package io.stepgraph.spring;

import io.stepgraph.runtime.client.AgentGraph;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * An agent class with what the processor has generated for it. The annotation of an agent is not there at run time; its
 * {@code …Graph} is, in the same package and class loader.
 *
 * @param type the agent class
 * @param graph its graph
 */
record AgentClass(Class<?> type, Class<?> graph) {
    private static final String FRAMEWORK = "org.springframework.";

    /**
     * The agent class of a bean.
     *
     * @param bean the class of the bean, perhaps of its proxy
     * @return null if the bean is no agent
     */
    static @Nullable AgentClass of(Class<?> bean) {
        Class<?> type = ClassUtils.getUserClass(bean);
        ClassLoader loader = type.getClassLoader();
        String name = graphName(type.getName());
        if (loader == null || name.startsWith(FRAMEWORK) || !ClassUtils.isPresent(name, loader)) {
            return null;
        }
        Class<?> graph = ClassUtils.resolveClassName(name, loader);
        return AgentGraph.class.isAssignableFrom(graph) ? new AgentClass(type, graph) : null;
    }

    /**
     * The name of the graph of a class. That of a class {@code Inner} nested in {@code Outer} is
     * {@code Outer_InnerGraph}.
     *
     * @param type the binary name of a class
     */
    static String graphName(String type) {
        int simple = type.lastIndexOf('.') + 1;
        return type.substring(0, simple) + type.substring(simple).replace('$', '_') + "Graph";
    }

    /** The type of the runs: {@code …Graph.Runs}, or {@code …Graph.Runs.Unnamed} where a start needs a name. */
    Class<?> runs() {
        Class<?> runs = graphType().getGeneric(4).resolve();
        if (runs == null) {
            throw new IllegalStateException(graph + " does not say what its runs are.");
        }
        return runs;
    }

    /** The graph as the type with the runs as its argument, for a graph that no longer is of the generated class. */
    ResolvableType graphType() {
        return ResolvableType.forClass(graph).as(AgentGraph.class);
    }

    /** The graph of an agent. */
    AgentGraph<?, ?, ?, ?, ?, ?> graphOf(Object agent) {
        if (!type.isInstance(agent)) {
            throw new FailureAnalyzedException(
                    "The bean of " + type.getName()
                            + " is behind a proxy of its interfaces, so its steps cannot be called.",
                    "Let Spring extend the class: spring.aop.proxy-target-class=true.");
        }
        Method of = ReflectionUtils.findMethod(graph, "of", type);
        if (of == null) {
            throw new IllegalStateException(graph + " has no method of(" + type.getSimpleName() + ").");
        }
        ReflectionUtils.makeAccessible(of);
        Object made = ReflectionUtils.invokeMethod(of, null, agent);
        return (AgentGraph<?, ?, ?, ?, ?, ?>) Objects.requireNonNull(made);
    }
}
