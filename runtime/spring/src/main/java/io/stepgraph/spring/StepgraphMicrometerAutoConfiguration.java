package io.stepgraph.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.stepgraph.micrometer.MicrometerObserver;
import io.stepgraph.micrometer.StoreMetrics;
import io.stepgraph.store.Store;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The meters of {@code stepgraph-micrometer}, where that module and a registry are. */
@AutoConfiguration(
        after = StepgraphAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MicrometerObserver.class, MeterRegistry.class})
@ConditionalOnBean(MeterRegistry.class)
public final class StepgraphMicrometerAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    MicrometerObserver stepgraphMeters(MeterRegistry registry) {
        return new MicrometerObserver(registry);
    }

    /** Makes the meters of what waits in the namespace of the runner. */
    @Bean
    @ConditionalOnMissingBean
    StoreMetrics stepgraphStoreMeters(Store store, StepgraphProperties properties) {
        return new StoreMetrics(store, properties.runner().namespace());
    }
}
