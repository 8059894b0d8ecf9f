package io.stepgraph.processor;

import com.google.auto.service.AutoService;
import io.stepgraph.processor.generate.Generator;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.read.AgentReader;
import io.stepgraph.processor.read.Annotations;
import io.stepgraph.processor.read.TypeRelations;
import java.io.IOException;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Where the compiler comes in. */
@AutoService(Processor.class)
public final class StepGraphProcessor extends AbstractProcessor {
    /** Made by the compiler. */
    public StepGraphProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Annotations.qualifiedNames();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (Element e : round.getRootElements()) {
            if (e instanceof TypeElement t && Annotations.isAgent(t)) {
                AgentModel m = new AgentReader(new TypeRelations(processingEnv.getTypeUtils()), name -> false).read(t);
                try {
                    new Generator(processingEnv.getFiler()).generate(m);
                    new io.stepgraph.processor.draw.Drawing(processingEnv.getFiler()).draw(m);
                } catch (IOException ex) {
                    throw new RuntimeException(ex);
                }
            }
        }
        return true;
    }
}
