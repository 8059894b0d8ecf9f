package io.stepgraph.spring;

import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The beans for web requests: problem details for the library's exceptions, outcomes as JSON, and the actor as an
 * argument.
 */
@AutoConfiguration(after = StepgraphSecurityAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnClass(RestControllerAdvice.class)
public final class StepgraphWebAutoConfiguration {

    @Bean
    @ConditionalOnBooleanProperty(name = "stepgraph.web.problem-details", matchIfMissing = true)
    @ConditionalOnMissingBean
    ProblemDetails stepgraphProblemDetails() {
        return new ProblemDetails();
    }

    /** Only servlets keep the request's authentication with its thread, and have an advice of the body. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(WebMvcConfigurer.class)
    static class ServletConfiguration {

        @Bean
        QueuedOutcomes stepgraphQueuedOutcomes() {
            return new QueuedOutcomes();
        }

        @Bean
        @ConditionalOnBean(CurrentActor.class)
        WebMvcConfigurer stepgraphActorArguments(CurrentActor current) {
            return new WebMvcConfigurer() {
                @Override
                public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                    resolvers.add(new ActorArgumentResolver(current));
                }
            };
        }
    }
}
