package io.stepgraph.spring;

import io.stepgraph.store.Store;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health {@code stepgraph} and the endpoint {@code stepgraph} of Actuator. */
@AutoConfiguration(after = StepgraphAutoConfiguration.class)
public final class StepgraphActuatorAutoConfiguration {

    /** Health has a module of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class HealthConfiguration {

        @Bean
        @ConditionalOnEnabledHealthIndicator("stepgraph")
        @ConditionalOnMissingBean(name = "stepgraphHealthIndicator")
        HealthIndicator stepgraphHealthIndicator(
                Store store, StepgraphProperties properties, ObjectProvider<WorkerLifecycle> worker) {
            return new StepgraphHealthIndicator(store, properties.runner().namespace(), worker.getIfUnique());
        }
    }

    /** The endpoint. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class EndpointConfiguration {

        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnMissingBean
        StepgraphEndpoint stepgraphEndpoint(
                Store store, StepgraphProperties properties, ObjectProvider<WorkerLifecycle> worker) {
            return new StepgraphEndpoint(store, properties.runner().namespace(), worker.getIfUnique());
        }
    }
}
