package io.stepgraph.spring;

import java.util.function.UnaryOperator;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The applications of the tests. */
final class Applications {
    private Applications() {}

    /** One with the agent {@link Greeter}, on a store in memory. */
    static ApplicationContextRunner greeting() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(StepgraphAutoConfiguration.class))
                .withPropertyValues("stepgraph.store.type=memory")
                .withUserConfiguration(Greeting.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Greeting {
        @Bean
        UnaryOperator<String> voice() {
            return name -> "Hello, " + name;
        }

        @Bean
        Greeter greeter(UnaryOperator<String> voice) {
            return new Greeter(voice);
        }
    }
}
