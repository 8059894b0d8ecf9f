package io.stepgraph.processor;

import com.google.auto.service.AutoService;
import com.sun.source.util.Trees;
import io.stepgraph.processor.check.MisplacedSteps;
import io.stepgraph.processor.model.Supertypes;
import io.stepgraph.processor.read.Annotations;
import io.stepgraph.processor.read.MisplacedAnnotationReader;
import io.stepgraph.processor.report.Reporter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** The entry point for the compiler: finds the classes with our annotations and passes agents through their stages. */
@AutoService(Processor.class)
public final class StepGraphProcessor extends AbstractProcessor {

    private static final Comparator<TypeElement> BY_NAME =
            Comparator.comparing(type -> type.getQualifiedName().toString());

    /** By name, since elements do not outlive their round. */
    private final List<String> unfinished = new ArrayList<>();

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
        Stages all = new Stages(environment, trees, toCompiler);
        if (trees != null) {
            Analysis.listen(environment, agent -> guard(agent, toCompiler, () -> all.analysed(agent, trees)));
        }
        reporter = toCompiler;
        stages = all;
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (reporter != null && stages != null) {
            resumeUnfinished(stages, reporter);
            begin(owners(annotations, round), round, stages, reporter);
        }
        return true;
    }

    private void resumeUnfinished(Stages stages, Reporter reporter) {
        List<String> names = List.copyOf(unfinished);
        unfinished.clear();
        for (String name : names) {
            TypeElement agent = processingEnv.getElementUtils().getTypeElement(name);
            if (agent != null) {
                guard(agent, reporter, () -> stages.resume(agent));
            }
        }
    }

    private void begin(Collection<TypeElement> owners, RoundEnvironment round, Stages stages, Reporter reporter) {
        Map<String, TypeElement> existing = owners.isEmpty() ? Map.of() : rootTypes(round);
        Set<TypeElement> aboveAgents = owners.stream()
                .filter(Annotations::isAgent)
                .flatMap(agent -> Supertypes.of(agent).values().stream())
                .collect(Collectors.toSet());
        for (TypeElement owner : owners) {
            guard(owner, reporter, () -> {
                if (!Annotations.isAgent(owner) && aboveAgents.contains(owner)) {
                    return; // the agent reports it
                }
                if (!Annotations.isAgent(owner)) {
                    MisplacedSteps.check(owner.getSimpleName().toString(), MisplacedAnnotationReader.read(owner))
                            .forEach(reporter::report);
                } else if (!stages.begin(owner, existing)) {
                    unfinished.add(owner.getQualifiedName().toString());
                }
            });
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

    /** Only these are the project's own: a lookup by name may also find stale output of another compilation. */
    private static Map<String, TypeElement> rootTypes(RoundEnvironment round) {
        Map<String, TypeElement> types = new HashMap<>();
        for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
            types.put(type.getQualifiedName().toString(), type);
        }
        return types;
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
