package io.stepgraph.spring;

import io.stepgraph.engine.EngineBuilder;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.store.Store;
import java.util.List;
import org.springframework.boot.context.properties.PropertyMapper;

/** Applies the properties and the beans of the application to the builders of runners and workers. */
record EngineSettings(
        StepgraphProperties properties,
        List<StepHook> hooks,
        List<RunObserver> observers,
        List<EngineCustomizer> customizers,
        NameNormalizer names) {

    RunnerBuilder runner(Store store) {
        RunnerBuilder builder = Runner.builder(store);
        StepgraphProperties.RunnerProperties starts = properties.runner();
        PropertyMapper map = PropertyMapper.get();
        map.from(starts::namespace).to(builder::namespace);
        map.from(starts::startMode).to(builder::startMode);
        map.from(starts::deadline).to(builder::deadline);
        map.from(starts::waitTimeout).to(builder::waitTimeout);
        map.from(starts::retention).to(builder::retention);
        map.from(starts::onBusy).to(builder::onBusy);
        map.from(starts::maxQueued).to(builder::maxQueued);
        map.from(starts::parallel).to(builder::parallel);
        map.from(starts::maxMessages).to(builder::maxMessages);
        map.from(starts::keepMessages).to(builder::keepMessages);
        builder.names(names::normalize);
        return applied(builder);
    }

    WorkerBuilder worker(Store store, List<AgentGraph<?, ?, ?, ?, ?, ?>> agents) {
        WorkerBuilder builder = Worker.builder(store);
        agents.forEach(builder::graphs);
        StepgraphProperties.WorkerProperties work = properties.worker();
        PropertyMapper map = PropertyMapper.get();
        map.from(work::concurrency).to(builder::concurrency);
        map.from(work::noticesFrom).to(builder::noticesFrom);
        builder.namespaces(work.namespaces().toArray(String[]::new));
        return applied(builder);
    }

    private <B extends EngineBuilder<B>> B applied(B builder) {
        PropertyMapper map = PropertyMapper.get();
        map.from(properties::maxMode).to(builder::maxMode);
        map.from(properties::maxSteps).to(builder::maxSteps);
        map.from(properties::maxCrashes).to(builder::maxCrashes);
        map.from(properties::maxValueBytes).to(builder::maxValueBytes);
        map.from(properties::maxFamily).to(builder::maxFamily);
        map.from(properties::failureTrace).to(builder::failureTrace);
        map.from(properties::lease).to(builder::lease);
        map.from(properties::deleteAfter).to(builder::deleteAfter);
        map.from(properties::pollInterval).to(builder::pollInterval);
        hooks.forEach(builder::hook);
        observers.forEach(builder::observer);
        customizers.forEach(customizer -> customizer.customize(builder));
        return builder;
    }
}
