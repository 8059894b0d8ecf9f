package io.stepgraph.spring;

import io.opentelemetry.api.OpenTelemetry;
import io.stepgraph.opentelemetry.OpenTelemetryObserver;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The spans of {@code stepgraph-opentelemetry}, where that module and OpenTelemetry are. */
@AutoConfiguration(
        after = StepgraphAutoConfiguration.class,
        afterName = "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration")
@ConditionalOnClass({OpenTelemetryObserver.class, OpenTelemetry.class})
@ConditionalOnBean(OpenTelemetry.class)
public final class StepgraphOpenTelemetryAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    OpenTelemetryObserver stepgraphSpans(OpenTelemetry telemetry) {
        return new OpenTelemetryObserver(telemetry);
    }
}
