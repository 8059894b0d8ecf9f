package io.stepgraph.processor;

import com.google.auto.service.AutoService;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.Supertypes;
import io.stepgraph.processor.read.Annotations;
import io.stepgraph.processor.report.Reporter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** The entry point for the compiler: finds the classes with our annotations and passes agents through their stages. */
@AutoService(Processor.class)
public final class StepGraphProcessor extends AbstractProcessor {

    private static final Comparator<TypeElement> BY_NAME =
            Comparator.comparing(type -> type.getQualifiedName().toString());

    /** By name, since elements do not outlive their round. */
    private final List<String> unfinished = new ArrayList<>();

    private final Rounds rounds = new Rounds();

    private @Nullable Reporter reporter;
    private @Nullable Stages stages;

    /** Made by the compiler. */
    public StepGraphProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Annotations.qualifiedNames();
    }

    @Override
    public Set<String> getSupportedOptions() {
        return Reporter.options();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        Trees trees = Compilers.trees(environment);
        Reporter toCompiler = new Reporter(environment, trees);
        toCompiler.reportOptions();
        Stages all = new Stages(environment, trees, toCompiler, rounds);
        if (trees != null) {
            Analysis.listen(
                    environment,
                    all::reportLateTypes,
                    agent -> guard(agent, toCompiler, () -> all.analysed(agent, trees)));
        }
        reporter = toCompiler;
        stages = all;
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (reporter != null && stages != null) {
            rounds.begin(round);
            stages.reportLateTypes();
            if (!round.processingOver()) { // else an error has ended the rounds, or none is unfinished
                List<String> waiting = List.copyOf(unfinished);
                unfinished.clear();
                waiting.stream()
                        .map(processingEnv.getElementUtils()::getTypeElement)
                        .flatMap(Stream::ofNullable)
                        .forEach(agent -> advance(agent, stages, reporter));
                begin(owners(annotations, round), stages, reporter);
            }
        }
        return false; // another processor may read our annotations too
    }

    private void advance(TypeElement agent, Stages stages, Reporter reporter) {
        guard(agent, reporter, () -> {
            if (!stages.advance(agent)) {
                unfinished.add(agent.getQualifiedName().toString());
            }
        });
    }

    private void begin(Collection<TypeElement> owners, Stages stages, Reporter reporter) {
        Set<TypeElement> aboveAgents = owners.stream()
                .filter(Annotations::isAgent)
                .flatMap(agent -> Supertypes.of(agent).values().stream())
                .collect(Collectors.toSet());
        for (TypeElement owner : owners) {
            if (Annotations.isAgent(owner)) {
                advance(owner, stages, reporter);
            } else if (!aboveAgents.contains(owner)) { // else the agent reports it
                guard(owner, reporter, () -> stages.reportMisplacedSteps(owner));
            }
        }
    }

    /** The classes that carry our annotations: in source order, and on ecj, which keeps none, by name. */
    private Collection<TypeElement> owners(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Set<TypeElement> owners = new LinkedHashSet<>();
        TypeElement[] written = annotations.stream()
                .filter(annotation -> !Annotations.isGeneratedMarker(annotation))
                .toArray(TypeElement[]::new);
        if (written.length > 0) {
            for (Element element : round.getElementsAnnotatedWithAny(written)) {
                Element owner = element;
                while (owner != null && !(owner instanceof TypeElement)) {
                    owner = owner.getEnclosingElement();
                }
                if (owner instanceof TypeElement type) {
                    owners.add(type);
                }
            }
        }
        return Compilers.isEcj(processingEnv) ? owners.stream().sorted(BY_NAME).toList() : owners;
    }

    /** No exception of the processor may reach the compiler. */
    private static void guard(TypeElement type, Reporter reporter, Stage stage) {
        try {
            stage.run();
        } catch (IOException e) {
            reporter.cannotWrite(type, e);
        } catch (RuntimeException | StackOverflowError e) {
            if (isTheCompilers(e)) {
                throw e;
            }
            reporter.internalError(type, e);
        }
    }

    /** Compilers abort, and report broken class files, by their own exceptions. */
    private static boolean isTheCompilers(Throwable error) {
        String name = error.getClass().getName();
        return name.startsWith("com.sun.tools.javac.") || name.startsWith("org.eclipse.jdt.");
    }

    private interface Stage {
        void run() throws IOException;
    }
}
