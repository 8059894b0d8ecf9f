package io.stepgraph.spring;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.EngineBuilder;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The properties {@code stepgraph.*}. */
class PropertiesTest {
    /** The settings that beans give, and the clock, which only tests set. */
    private static final Set<String> BEANS =
            Set.of("hook", "failOpenHook", "observer", "onNotice", "names", "clock", "graphs", "build");

    @Test
    void each_setting_of_the_builders_is_a_property_with_a_description() throws Exception {
        try (InputStream metadata =
                StepgraphProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            JsonNode properties = JsonMapper.shared().readTree(metadata).get("properties");

            assertThat(properties)
                    .allSatisfy(property ->
                            assertThat(property.path("description").asString()).isNotEmpty())
                    .extracting(property -> property.get("name").asString())
                    .containsAll(Stream.of(
                                    settings("stepgraph.", EngineBuilder.class),
                                    settings("stepgraph.runner.", RunnerBuilder.class),
                                    settings("stepgraph.worker.", WorkerBuilder.class))
                            .flatMap(Set::stream)
                            .toList());
        }
    }

    private static Set<String> settings(String prefix, Class<?> builder) {
        return Arrays.stream(builder.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(Method::getName)
                .filter(name -> !BEANS.contains(name))
                .map(name -> prefix + name.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT))
                .peek(ConfigurationPropertyName::of)
                .collect(toCollection(TreeSet::new));
    }

    @Test
    void what_is_set_reaches_runner_and_worker() {
        Applications.greeting()
                .withPropertyValues(
                        "stepgraph.max-mode=accept-edits",
                        "stepgraph.max-steps=7",
                        "stepgraph.lease=20s",
                        "stepgraph.runner.namespace=tenant-7",
                        "stepgraph.runner.start-mode=plan",
                        "stepgraph.runner.retention=keep-history",
                        "stepgraph.worker.namespaces=tenant-7,tenant-8",
                        "stepgraph.worker.concurrency=3")
                .run(context -> {
                    assertThat(context.getBean(WorkerLifecycle.class)
                                    .status()
                                    .orElseThrow()
                                    .concurrency())
                            .isEqualTo(3);
                    GreeterGraph.Runs runs = context.getBean(GreeterGraph.Runs.class);
                    runs.enqueue("ann-1", new Greeter.Visit("Ann"));
                    runs.await("ann-1");
                    assertThat(context.getBean(Store.class).runs().find(new RunKey("tenant-7", "ann-1")))
                            .extracting(StoredRun::mode)
                            .isEqualTo(PermissionMode.PLAN);
                });
    }

    @Test
    void a_runner_of_another_namespace_has_the_settings_too() {
        Applications.greeting()
                .withPropertyValues("stepgraph.runner.start-mode=plan", "stepgraph.max-mode=accept-edits")
                .withUserConfiguration(Tenants.class)
                .run(context -> {
                    GreeterGraph.Runs runs =
                            context.getBean(GreeterGraph.class).on(context.getBean("tenant7", Runner.class));
                    runs.enqueue("ann-1", new Greeter.Visit("Ann"));
                    runs.await("ann-1");
                    assertThat(context.getBean(Store.class).runs().find(new RunKey("tenant-7", "ann-1")))
                            .extracting(StoredRun::mode)
                            .isEqualTo(PermissionMode.PLAN);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Tenants {
        @Bean
        @Primary
        Runner runner(RunnerBuilder builder) {
            return builder.build();
        }

        @Bean
        Runner tenant7(RunnerBuilder builder) {
            return builder.namespace("tenant-7").build();
        }
    }

    @Test
    void the_page_lists_each_property() throws Exception {
        Set<String> listed = Pattern.compile("^\\| `([\\w.-]+)` \\|", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("README.md")))
                .results()
                .map(row -> "stepgraph." + row.group(1))
                .collect(toCollection(TreeSet::new));
        try (InputStream metadata =
                StepgraphProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            assertThat(JsonMapper.shared().readTree(metadata).get("properties"))
                    .extracting(property -> property.get("name").asString())
                    .filteredOn(name -> name.startsWith("stepgraph."))
                    .isSubsetOf(listed);
        }
    }

    @Test
    void a_customizer_of_the_application_comes_last() {
        Applications.greeting()
                .withPropertyValues("stepgraph.max-steps=7")
                .withBean(EngineCustomizer.class, () -> builder -> builder.maxSteps(0))
                .run(context -> assertThat(context).getFailure().hasMessageContaining("maxSteps"));
    }
}
