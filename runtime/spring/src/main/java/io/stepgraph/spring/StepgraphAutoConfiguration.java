package io.stepgraph.spring;

import io.stepgraph.engine.Notice;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.store.Store;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;

/**
 * Agents, and what executes them: the store, the runner and the worker. A bean of the application takes the place of
 * each. The worker is drained, then the runner is closed, then the store, then the data source.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
@EnableConfigurationProperties(StepgraphProperties.class)
@Import(DataSourceStoreConfiguration.class)
public final class StepgraphAutoConfiguration {

    @Bean
    static AgentRegistrar stepgraphAgents() {
        return new AgentRegistrar();
    }

    @Bean
    @ConditionalOnMissingBean
    Store stepgraphStore(StepgraphProperties properties) {
        return StoreOpener.open(properties.store());
    }

    @Bean
    EngineSettings stepgraphSettings(
            StepgraphProperties properties,
            ObjectProvider<StepHook> hooks,
            ObjectProvider<RunObserver> observers,
            ObjectProvider<EngineCustomizer> customizers,
            ObjectProvider<NameNormalizer> names) {
        return new EngineSettings(
                properties,
                hooks.orderedStream().toList(),
                observers.orderedStream().toList(),
                customizers.orderedStream().toList(),
                names.getIfAvailable(() -> name -> name));
    }

    /**
     * Makes the builder of the runner, with all settings: for a runner of another namespace, for example. Each who asks
     * gets one of their own.
     */
    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    @ConditionalOnMissingBean
    RunnerBuilder stepgraphRunnerBuilder(Store store, EngineSettings settings) {
        return settings.runner(store);
    }

    @Bean
    @ConditionalOnMissingBean
    Runner stepgraphRunner(RunnerBuilder builder) {
        return builder.build();
    }

    /**
     * Makes the builder of the worker, with all settings and agents, and with the bean that is told of notices. Each who
     * asks gets one of their own.
     */
    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    @ConditionalOnMissingBean
    WorkerBuilder stepgraphWorkerBuilder(
            Store store,
            EngineSettings settings,
            ObjectProvider<AgentGraph<?, ?, ?, ?, ?, ?>> agents,
            ObjectProvider<Consumer<Notice>> notices) {
        WorkerBuilder builder = settings.worker(store, agents.orderedStream().toList());
        notices.ifAvailable(builder::onNotice);
        return builder;
    }

    /** The store is named here so that it outlives the worker. */
    @Bean
    @ConditionalOnBooleanProperty(name = "stepgraph.worker.enabled", matchIfMissing = true)
    @ConditionalOnMissingBean({WorkerLifecycle.class, Worker.class})
    WorkerLifecycle stepgraphWorker(
            Store store, ObjectProvider<WorkerBuilder> builders, ObjectProvider<AgentGraph<?, ?, ?, ?, ?, ?>> agents) {
        return new WorkerLifecycle(() ->
                agents.stream().findAny().isPresent() ? builders.getObject().build() : null);
    }
}
