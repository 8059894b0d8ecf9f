package io.stepgraph.processor;

import com.google.auto.service.AutoService;
import com.palantir.javapoet.ClassName;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Where the compiler comes in. */
@AutoService(Processor.class)
public final class StepGraphProcessor extends AbstractProcessor {

    private static final ClassName STEP_GRAPH = ClassName.get("io.stepgraph", "StepGraph");

    /** Made by the compiler. */
    public StepGraphProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(STEP_GRAPH.canonicalName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return true;
    }
}
