package io.stepgraph.processor;

import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.stepgraph.processor.check.BodyChecks;
import io.stepgraph.processor.check.Checks;
import io.stepgraph.processor.check.Diagnostic;
import io.stepgraph.processor.check.DiagnosticId.Severity;
import io.stepgraph.processor.check.MisplacedSteps;
import io.stepgraph.processor.generate.Generator;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.read.AgentReader;
import io.stepgraph.processor.read.MisplacedAnnotationReader;
import io.stepgraph.processor.read.MissingImports;
import io.stepgraph.processor.read.SourceFiles;
import io.stepgraph.processor.read.TypeRelations;
import io.stepgraph.processor.read.UnresolvedTypes;
import io.stepgraph.processor.report.Reporter;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The stages of an agent: read, check, and generate, even with errors. When javac has analysed the class, its bodies
 * are checked.
 *
 * <p>All this is done in the first round in which every type exists that the agent mentions. An agent that lacks one is
 * read again in each round, because another processor may be writing it just then. If {@link Rounds} say that none
 * does, the agent is not checked: the compiler reports the missing type, and what is generated only prevents further
 * errors. Should the type appear after that, it was written too late, which is an error.
 */
final class Stages {

    private final Reporter reporter;
    private final AgentReader reader;
    private final MissingImports imports;
    private final Checks checks;
    private final Generator generator;
    private final Rounds rounds;

    /** The simple names of the types that are generated for agents, now or when they are complete. */
    private final Set<String> ours = new HashSet<>();

    private final LateTypes late;

    Stages(ProcessingEnvironment environment, @Nullable Trees trees, Reporter reporter, Rounds rounds) {
        this.reporter = reporter;
        this.rounds = rounds;
        TypeRelations types = new TypeRelations(environment.getTypeUtils());
        this.late = new LateTypes(environment);
        this.imports = new MissingImports(trees);
        this.reader = new AgentReader(types, new SourceFiles(trees), rounds::taken);
        this.checks = new Checks(types, environment.getTypeUtils());
        this.generator = new Generator(environment.getFiler(), environment.getElementUtils());
    }

    /** Returns false if the next round must read the agent again. */
    boolean advance(TypeElement type) throws IOException {
        AgentModel agent = reader.read(type);
        GeneratedNames names = agent.names();
        ours.add(names.graph());
        ours.add(names.steps());
        Set<String> unresolved = unresolved(agent);
        if (!unresolved.isEmpty() && rounds.mayBringTypes()) {
            generator.generateNothing(agent, rounds.count());
            return false;
        }
        if (!unresolved.isEmpty()) {
            late.expect(type, unresolved);
        }
        boolean sound = unresolved.isEmpty() && isSound(agent);
        if (agent.surroundings().taken() == null) {
            rounds.generated(names.qualified(names.graph()));
            rounds.generated(names.qualified(names.steps()));
            generator.generateSteps(agent);
            generator.generateGraph(agent, sound);
        }
        return true;
    }

    private Set<String> unresolved(AgentModel agent) {
        Set<String> unresolved = UnresolvedTypes.of(agent, ours, rounds::isSource);
        agent.type().getEnclosedElements().forEach(member -> unresolved.addAll(imports.on(member)));
        return unresolved;
    }

    /** Reports annotations on methods of a class that is no agent. */
    void reportMisplacedSteps(TypeElement type) {
        if (imports.on(type).isEmpty()) {
            MisplacedSteps.check(type.getSimpleName().toString(), MisplacedAnnotationReader.read(type))
                    .forEach(reporter::report);
        }
    }

    /** Reports the agents that were given up, if a type that they lacked exists now. */
    void reportLateTypes() {
        late.forEach(agent -> unresolved(reader.read(agent)).isEmpty(), reporter::writtenTooLate);
    }

    /** Continues an agent of which javac knows now what the bodies of its methods mean. */
    void analysed(TypeElement type, Trees trees) {
        TreePath path = trees.getPath(type);
        if (path != null) {
            BodyChecks.check(
                    path,
                    reader.read(type),
                    trees,
                    (diagnostic, tree) -> reporter.report(diagnostic, tree, path.getCompilationUnit(), trees));
        }
    }

    private boolean isSound(AgentModel read) {
        List<Diagnostic> diagnostics = checks.check(read);
        diagnostics.forEach(reporter::report);
        return read.isWhole()
                && diagnostics.stream()
                        .allMatch(diagnostic ->
                                diagnostic.id().severity() == Severity.WARNING || diagnostic.unnamed() != null);
    }
}
