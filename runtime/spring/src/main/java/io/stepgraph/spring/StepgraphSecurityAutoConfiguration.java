package io.stepgraph.spring;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.core.GrantedAuthorityDefaults;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** The actor of the present call, where Spring Security is. */
@AutoConfiguration
@ConditionalOnClass(SecurityContextHolder.class)
public final class StepgraphSecurityAutoConfiguration {

    private static final String DEFAULTS = "org.springframework.security.config.core.GrantedAuthorityDefaults";

    @Bean
    @ConditionalOnMissingBean
    CurrentActor currentActor(BeanFactory beans) {
        boolean hasDefaults = ClassUtils.isPresent(DEFAULTS, StepgraphSecurityAutoConfiguration.class.getClassLoader());
        return new AuthenticatedActor(hasDefaults ? RolePrefix.of(beans) : RolePrefix.USUAL);
    }

    /** Loaded only where Spring Security's configuration is. */
    private static final class RolePrefix {
        private static final String USUAL = "ROLE_";

        private static String of(BeanFactory beans) {
            return beans.getBeanProvider(GrantedAuthorityDefaults.class)
                    .getIfAvailable(() -> new GrantedAuthorityDefaults(USUAL))
                    .getRolePrefix();
        }
    }
}
