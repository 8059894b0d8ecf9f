package io.stepgraph.processor;

import com.google.auto.service.AutoService;
import io.stepgraph.processor.check.Checks;
import io.stepgraph.processor.check.Mistake;
import io.stepgraph.processor.check.Problem;
import io.stepgraph.processor.check.StraySteps;
import io.stepgraph.processor.draw.Drawing;
import io.stepgraph.processor.generate.Generator;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.read.AgentReader;
import io.stepgraph.processor.read.Annotations;
import io.stepgraph.processor.read.StrayReader;
import io.stepgraph.processor.read.TypeRelations;
import io.stepgraph.processor.report.Reporter;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * Where the compiler comes in. Each agent class goes through the stages once, in the round in which it appears: it is
 * read, checked, and, sound or not, generated and drawn.
 */
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
        Set<TypeElement> owners = owners(annotations, round);
        if (owners.isEmpty()) {
            return true;
        }
        Reporter reporter = new Reporter(processingEnv);
        TypeRelations types = new TypeRelations(processingEnv.getTypeUtils());
        AgentReader reader = new AgentReader(types, rootTypes(round)::contains);
        Checks checks = new Checks(types);
        for (TypeElement owner : owners) {
            try {
                if (Annotations.isAgent(owner)) {
                    write(agent(owner, reader, checks, reporter));
                } else {
                    StraySteps.check(owner.getSimpleName().toString(), StrayReader.read(owner))
                            .forEach(reporter::report);
                }
            } catch (IOException e) {
                reporter.cannotWrite(owner, e);
            } catch (RuntimeException | StackOverflowError e) {
                reporter.internalError(owner, e);
            }
        }
        return true;
    }

    private static AgentModel agent(TypeElement type, AgentReader reader, Checks checks, Reporter reporter) {
        AgentModel agent = reader.read(type);
        List<Problem> problems = checks.check(agent);
        problems.forEach(reporter::report);
        boolean sound = problems.stream().allMatch(problem -> problem.mistake().severity() == Mistake.Severity.WARNING);
        return sound && agent.isWhole() ? agent : agent.unsound();
    }

    private void write(AgentModel agent) throws IOException {
        // beside a class of the user by the same name there can be no other
        if (agent.surroundings().takenName() == null) {
            new Generator(processingEnv.getFiler()).generate(agent);
        }
        if (agent.sound()) {
            new Drawing(processingEnv.getFiler()).draw(agent);
        }
    }

    /** The classes that carry our annotations, in source order. */
    private static Set<TypeElement> owners(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Set<TypeElement> owners = new LinkedHashSet<>();
        TypeElement[] written = annotations.stream()
                .filter(annotation -> !Annotations.isGeneratedMarker(annotation))
                .toArray(TypeElement[]::new);
        if (written.length > 0) {
            for (Element element : round.getElementsAnnotatedWithAny(written)) {
                owners.add((TypeElement) (element instanceof TypeElement ? element : element.getEnclosingElement()));
            }
        }
        return owners;
    }

    /** Only these are the project's own: another compilation's output may well be found by name, stale. */
    private static Set<String> rootTypes(RoundEnvironment round) {
        return round.getRootElements().stream()
                .filter(TypeElement.class::isInstance)
                .map(element -> ((TypeElement) element).getQualifiedName().toString())
                .collect(Collectors.toSet());
    }
}
