package io.stepgraph.spring;

import io.stepgraph.runtime.client.AgentGraph;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

/** Says why a graph, or the runs of an agent, are no bean, and what is. Spring would ask to define one. */
@Order(0) // before Spring's own
final class MissingAgentBeanAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {
    private final @Nullable BeanFactory beans;

    MissingAgentBeanAnalyzer(@Nullable BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable root, NoSuchBeanDefinitionException missing, @Nullable String place) {
        ResolvableType type = missing.getResolvableType();
        Class<?> wanted = type == null ? null : type.resolve();
        AgentClass agent = agentOf(wanted);
        if (wanted == null
                || agent == null
                || missing instanceof NoUniqueBeanDefinitionException
                || !(beans instanceof ListableBeanFactory known)) {
            return null;
        }
        String name = agent.type().getSimpleName();
        String runs = ClassUtils.getShortName(agent.runs());
        String needs = (place == null ? "A component" : place) + " needs the bean " + ClassUtils.getShortName(wanted);
        if (isMissing(known, agent.type())) {
            return new FailureAnalysis(
                    needs + ", but no bean is of the agent class "
                            + agent.type().getName() + ".",
                    "Annotate " + name
                            + " with @Component in a package that is scanned, or declare a @Bean method whose"
                            + " return type is this class.",
                    missing);
        }
        if (isMissing(known, agent.runs())) {
            return null;
        }
        if (wanted == agent.runs().getEnclosingClass() && wanted != agent.graph()) {
            return new FailureAnalysis(
                    needs + ". Who starts a run of " + name + " may not answer all of its questions (notStarter), so"
                            + " nobody starts or answers without a name: the bean is " + runs + ".",
                    "Inject " + runs + " instead. Its method as(actor) returns " + ClassUtils.getShortName(wanted)
                            + ". With Spring Security, an Actor is a parameter of a controller's method; elsewhere, take"
                            + " Actor.named(\"ann\", \"lead\").",
                    missing);
        }
        return wanted != agent.graph()
                ? null
                : new FailureAnalysis(
                        needs
                                + ". A JsonCustomizer changes how its values are stored, so the graph is a bean without the"
                                + " generated class.",
                        "Inject AgentGraph<?, ?, ?, ?, " + runs + ", ?> instead.",
                        missing);
    }

    /** The agent whose graph, or a type nested in that, is wanted. */
    private static @Nullable AgentClass agentOf(@Nullable Class<?> wanted) {
        for (Class<?> graph = wanted; graph != null; graph = graph.getEnclosingClass()) {
            Class<?> agent = ResolvableType.forClass(graph).as(AgentGraph.class).resolveGeneric(0);
            if (agent != null) {
                return new AgentClass(agent, graph);
            }
        }
        return null;
    }

    private static boolean isMissing(ListableBeanFactory known, Class<?> type) {
        return known.getBeanNamesForType(type, true, false).length == 0;
    }
}
