package io.stepgraph.spring;

import io.stepgraph.runtime.client.AgentGraph;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
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
                || !(beans instanceof ConfigurableListableBeanFactory known)) {
            return null;
        }
        String runs = ClassUtils.getShortName(agent.runs());
        String bean = ClassUtils.getShortName(wanted);
        String why;
        String cure;
        if (isMissing(known, agent.type())) {
            why = "no bean is of the agent class " + agent.type().getName();
            cure = "Annotate the agent class with @Component, or declare a @Bean method that returns it.";
        } else if (wanted != agent.graph() && wanted == agent.runs().getEnclosingClass()) {
            why = "nobody starts or answers without a name, since it depends on who started a run who may"
                    + " answer its questions (notStarter or starter)";
            cure = "Inject " + runs + " instead. Its method as(actor) returns " + bean + "."
                    + " With Spring Security, an Actor is a parameter of a controller's method; elsewhere, take"
                    + " Actor.named(\"ann\", \"lead\").";
        } else if (wanted == agent.graph() && AgentRegistrar.declaredGraph(known, agent) != null) {
            why = "that of the application has another name, or other JSON by a JsonCustomizer, which the generated"
                    + " class has not";
            cure = "Inject AgentGraph<?, ?, ?, ?, " + runs + ", ?> instead.";
        } else {
            return null;
        }
        String needs = (place == null ? "A component" : place) + " needs the bean " + bean;
        return new FailureAnalysis(needs + ", but " + why + ".", cure, missing);
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
