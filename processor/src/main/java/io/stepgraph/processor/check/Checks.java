package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.read.Suppressions;
import io.stepgraph.processor.read.TypeRelations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.lang.model.util.Types;

/**
 * All checks. They are independent: each reports one kind of mistake, so their order only serves the reader. Of a step
 * that no path leads to only this is reported.
 */
public final class Checks {

    private final List<Check> all;

    public Checks(TypeRelations types, Types mirrors) {
        all = List.of(
                // the class
                new UsableOwner(),
                new FreeGeneratedNames(),
                new ImmutableAgent(),
                new CompilableSize(),
                new OwnFile(),
                new NoMisplacedAnnotations(),

                // each method by itself
                new StepNamesDiffer(),
                new UnreservedNames(),
                new FormerNames(),
                new UsableMethods(),
                new VisibleTypes(),
                new OneState(types),
                new OneInput(types),
                new OneCustomEventType(types),
                new DeclaredEffects(),
                new Durations(),
                new Numbers(),

                // the graph
                new KnownStart(),
                new NextIsGiven(),
                new KnownSteps(),
                new EveryStepReached(types),
                new EveryRunEnds(),
                new BoundedLoops(),

                // values passed from step to step
                new FittingReturns(types),
                new Waits(types),
                new OneOutput(types),
                new FailureSteps(types),
                new VisitLimits(types),

                // questions and answers
                new Questions(),
                new Mailboxes(),
                new PossibleReplies(),
                new ClosedAnswers(),
                new DistinctAnswers(types),
                new CoveredAnswers(types),
                new Expiry(),
                new KnownTimes(types),
                new DeclaredRoles(),
                new OtherAnswerers(),
                new KnownGates(types),
                new ClosedGates(),
                new ProvingGates(mirrors),
                new ProvenAnswers(types),
                new ExactSteps(),
                new MarkedActions(mirrors),
                new BoundEffects(),
                new EffectsBehindGates(),

                // calls of other agents
                new CalledAgents(),
                new UsedAgents(),
                new FiniteCalls(),
                new FittingStarts(types),
                new FittingResults(types),
                new GenuineResults(),
                new PermittedCalls(),

                // stored types
                new StoredTypes(),
                new UnstorableTypes(mirrors),
                new KeptFields(types));
    }

    /** All diagnostics of an agent that are not suppressed, in source order. */
    public List<Diagnostic> check(AgentModel agent) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (Check check : all) {
            check.check(agent, diagnostics::add);
        }
        diagnostics.removeIf(Checks::isSuppressed);
        EveryStepReached.dropWhatFollows(agent, diagnostics);
        diagnostics.sort(
                Comparator.comparingInt(diagnostic -> diagnostic.place().order()));
        return diagnostics;
    }

    static boolean isSuppressed(Diagnostic diagnostic) {
        DiagnosticId id = diagnostic.id();
        return id.isSuppressible() && Suppressions.cover(diagnostic.place().element(), id.id());
    }
}
