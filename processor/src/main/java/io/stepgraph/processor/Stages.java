package io.stepgraph.processor;

import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.stepgraph.processor.check.BodyChecks;
import io.stepgraph.processor.check.Checks;
import io.stepgraph.processor.check.Diagnostic;
import io.stepgraph.processor.check.DiagnosticId.Severity;
import io.stepgraph.processor.generate.Generator;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.TakenName;
import io.stepgraph.processor.read.AgentReader;
import io.stepgraph.processor.read.Annotations;
import io.stepgraph.processor.read.SourceFiles;
import io.stepgraph.processor.read.TypeRelations;
import io.stepgraph.processor.read.UnresolvedTypes;
import io.stepgraph.processor.report.Reporter;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The stages of an agent: read, check, and generate, even with errors. When javac has analysed the class, its bodies
 * are checked.
 *
 * <p>All this is done in the round in which the agent appears, with one exception. If it mentions types that do not exist
 * and are not ours, another processor may be writing them just then, and the rest is left to the next round.
 */
final class Stages {

    private final Reporter reporter;
    private final UnresolvedTypes unresolved;
    private final TypeRelations types;
    private final SourceFiles files;
    private final Checks checks;
    private final Generator generator;

    /**
     * Whether the enum of steps, which needs no types, is written at once if the rest has to wait: so there is a next round
     * that is not the last, in which javac warns of new files. Ecj does not warn, but would forget the enum: if its sources
     * lack a class until the second round, it starts over with the files of that round only.
     */
    private final boolean stepsComeFirst;

    /** The qualified names of all types generated so far. */
    private final Set<String> generated = new HashSet<>();

    Stages(ProcessingEnvironment environment, @Nullable Trees trees, Reporter reporter) {
        this.reporter = reporter;
        this.types = new TypeRelations(environment.getTypeUtils());
        this.files = new SourceFiles(trees);
        this.unresolved = new UnresolvedTypes(types);
        this.checks = new Checks(types, environment.getTypeUtils());
        this.generator = new Generator(environment.getFiler(), environment.getElementUtils());
        this.stepsComeFirst = !Compilers.isEcj(environment);
    }

    /** Returns false if the next round must continue the agent; {@code existing} are the project's own types. */
    boolean begin(TypeElement type, Map<String, TypeElement> existing) throws IOException {
        AgentModel agent = new AgentReader(types, files, name -> taken(name, existing)).read(type);
        boolean namesAreFree = agent.surroundings().taken() == null;
        if (namesAreFree) {
            GeneratedNames names = agent.names();
            generated.add(names.qualified(names.graph()));
            generated.add(names.qualified(names.steps()));
        }
        boolean complete = !namesAreFree || !unresolved.in(agent);
        if (namesAreFree && (complete || stepsComeFirst)) {
            generator.generateSteps(agent);
        }
        if (complete) {
            finish(agent, namesAreFree);
        }
        return complete;
    }

    /** Types that are still unknown now are misspelt; the compiler reports them. */
    void resume(TypeElement type) throws IOException {
        AgentModel agent = new AgentReader(types, files, name -> null).read(type);
        if (!stepsComeFirst) {
            generator.generateSteps(agent);
        }
        finish(agent, true);
    }

    /** Continues an agent of which javac knows now what the bodies of its methods mean. */
    void analysed(TypeElement type, Trees trees) {
        TreePath path = trees.getPath(type);
        if (path != null) {
            AgentModel agent = new AgentReader(types, files, name -> null).read(type);
            BodyChecks.check(
                    path,
                    agent,
                    trees,
                    (diagnostic, tree) -> reporter.report(diagnostic, tree, path.getCompilationUnit(), trees));
        }
    }

    private @Nullable TakenName taken(String name, Map<String, TypeElement> existing) {
        if (generated.contains(name)) {
            return new TakenName(name, false);
        }
        TypeElement type = existing.get(name);
        return type == null ? null : new TakenName(name, Annotations.isGenerated(type));
    }

    private void finish(AgentModel read, boolean namesAreFree) throws IOException {
        List<Diagnostic> diagnostics = checks.check(read);
        diagnostics.forEach(reporter::report);
        boolean sound = read.isWhole()
                && diagnostics.stream()
                        .allMatch(diagnostic ->
                                diagnostic.id().severity() == Severity.WARNING || diagnostic.unnamed() != null);
        if (namesAreFree) {
            generator.generateGraph(sound ? read : read.unsound());
        }
    }
}
