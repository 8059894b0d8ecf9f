package io.stepgraph.spring;

import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepHook;
import java.io.IOException;
import java.util.Set;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.util.ClassUtils;

/** Leaves out the components that a {@link StepgraphTest} does not have: all but agents and what changes them. */
final class StepgraphTestFilter extends StandardAnnotationCustomizableTypeExcludeFilter<StepgraphTest> {
    private final Class<?> test;

    StepgraphTestFilter(Class<?> test) {
        super(test);
        this.test = test;
    }

    @Override
    protected boolean defaultInclude(MetadataReader component, MetadataReaderFactory readers) throws IOException {
        String name = component.getClassMetadata().getClassName();
        return ClassUtils.isPresent(AgentClass.graphName(name), test.getClassLoader())
                || super.defaultInclude(component, readers);
    }

    @Override
    protected Set<Class<?>> getKnownIncludes() {
        return Set.of(JsonCustomizer.class, EngineCustomizer.class, StepHook.class, RunObserver.class);
    }
}
