package io.stepgraph.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.context.SecurityContextHolder;

/** The actor of the present call, where Spring Security is. */
@AutoConfiguration
@ConditionalOnClass(SecurityContextHolder.class)
public final class StepgraphSecurityAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    CurrentActor currentActor() {
        return new AuthenticatedActor();
    }
}
