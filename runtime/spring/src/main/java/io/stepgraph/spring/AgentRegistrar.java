package io.stepgraph.spring;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.client.AgentGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.util.ClassUtils;

/**
 * Makes the graph and the runs of each agent bean beans, before any bean is made, so that constructors get them. A
 * graph or runs that the application declares itself are left alone.
 */
final class AgentRegistrar implements BeanDefinitionRegistryPostProcessor {

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        if (!(registry instanceof ConfigurableListableBeanFactory beans)) {
            throw new IllegalStateException("Agents need a bean factory that lists its beans, not " + registry + ".");
        }
        List<AgentBean> agents = Arrays.stream(registry.getBeanDefinitionNames())
                .map(name -> agent(beans, name))
                .filter(Objects::nonNull)
                .toList();
        boolean isCustomized = isDeclared(beans, JsonCustomizer.class);
        agents.forEach(agent -> register(registry, agent, isCustomized));
    }

    /**
     * An agent bean, and what the application itself declares for it: the name of its graph, and whether there are
     * runs.
     */
    private record AgentBean(
            String name, AgentClass type, @Nullable String graph, boolean hasRuns) {}

    private static @Nullable AgentBean agent(ConfigurableListableBeanFactory beans, String name) {
        if (beans.getBeanDefinition(name).isAbstract()
                || !beans.getBeanDefinition(name).isAutowireCandidate()) {
            return null; // a template, or what stands behind a scoped proxy
        }
        Class<?> bean = beans.getType(name, false);
        AgentClass type = bean == null ? null : AgentClass.of(bean);
        return type == null
                ? null
                : new AgentBean(name, type, declaredGraph(beans, type), isDeclared(beans, type.runs()));
    }

    /** The name of the graph of an agent, which may have another name or other JSON than the generated class gives it. */
    static @Nullable String declaredGraph(ConfigurableListableBeanFactory beans, AgentClass type) {
        return Arrays.stream(beans.getBeanNamesForType(AgentGraph.class, true, false))
                .filter(name -> beans.isTypeMatch(name, type.graph())
                        || (beans.containsBeanDefinition(name)
                                && type.runs().equals(runs(beans.getMergedBeanDefinition(name)))))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Class<?> runs(BeanDefinition graph) {
        return graph.getResolvableType().as(AgentGraph.class).getGeneric(4).resolve();
    }

    private static boolean isDeclared(ConfigurableListableBeanFactory beans, Class<?> type) {
        return beans.getBeanNamesForType(type, true, false).length > 0;
    }

    private static void register(BeanDefinitionRegistry registry, AgentBean agent, boolean isCustomized) {
        String graphName = agent.graph();
        if (graphName == null) {
            graphName = agent.name() + "Graph";
            RootBeanDefinition graph = made("graph", agent.type().type());
            graph.getConstructorArgumentValues().addIndexedArgumentValue(1, new RuntimeBeanReference(agent.name()));
            if (isCustomized) {
                // The customised graph is not of the generated class, so nobody gets one that would write other JSON.
                graph.setTargetType(agent.type().graphType());
            } else {
                graph.setTargetType(agent.type().graph());
            }
            registry.registerBeanDefinition(graphName, graph);
        }
        if (!agent.hasRuns()) {
            RootBeanDefinition runs = made("runs", new RuntimeBeanReference(graphName));
            runs.setTargetType(agent.type().runs());
            registry.registerBeanDefinition(agent.name() + "Runs", runs);
        }
    }

    /** A bean that a method of this class makes. */
    private static RootBeanDefinition made(String method, Object first) {
        RootBeanDefinition definition = new RootBeanDefinition(AgentRegistrar.class);
        definition.setFactoryMethodName(method);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, first);
        return definition;
    }

    /** Makes the graph of an agent. */
    static AgentGraph<?, ?, ?, ?, ?, ?> graph(Class<?> type, Object agent, ObjectProvider<JsonCustomizer> json) {
        AgentClass known = AgentClass.of(type);
        if (known == null) {
            throw new IllegalStateException("No graph was generated for " + ClassUtils.getQualifiedName(type) + ".");
        }
        AgentGraph<?, ?, ?, ?, ?, ?> graph = known.graphOf(agent);
        for (JsonCustomizer customizer : json.orderedStream().toList()) {
            graph = graph.json(customizer::customize);
        }
        return graph;
    }

    /** Makes the runs of an agent. */
    static Object runs(AgentGraph<?, ?, ?, ?, ?, ?> graph, Runner runner) {
        return graph.on(runner);
    }
}
