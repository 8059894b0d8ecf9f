package io.stepgraph.spring;

/**
 * A bean of this type is the {@link io.stepgraph.engine.RunnerBuilder#names} of the runner: it gives one name to one
 * person.
 *
 * <pre>{@code
 * @Bean
 * NameNormalizer names() { return name -> name.toLowerCase(Locale.ROOT); }
 * }</pre>
 */
@FunctionalInterface
public interface NameNormalizer {

    /**
     * Returns the name under which a person is stored and compared.
     *
     * @param name as somebody has written it
     */
    String normalize(String name);
}
