package io.stepgraph.cli;

import static java.util.stream.Collectors.joining;

import io.stepgraph.cli.io.ActorOption;
import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.JsonArgument;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.cli.run.EffectNames;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.store.RunQuery;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Resolves effects in doubt. */
@Command(
        name = "resolve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Records for an effect in doubt that it was performed, or that it was not. Find that out from the remote"
                    + " system first, by the key of the effect. With --effect, for that effect of all runs that fit the"
                    + " conditions."
        },
        footer = {
            "",
            "Example: stepgraph resolve claim-1 refund --done '{\"id\": \"receipt-7\"}' --store runs.db --by ann",
            "         stepgraph resolve claim-1 refund:alice --not-performed --store runs.db",
            "         stepgraph resolve --effect refund --not-performed --from 2h --store runs.db"
        })
final class ResolveCommand extends StoreCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN",
            description = "The id of the run. Or give --effect, and conditions.")
    private @Nullable String runId;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "EFFECT[:ITEM]",
            description = "The name of the effect, with its item if it has one; or its key.")
    private @Nullable String effect;

    @Option(
            names = "--effect",
            paramLabel = "NAME[:ITEM]",
            description = "The effect of all runs that have it in doubt: with all its items, or with one.")
    private @Nullable String ofAll;

    @ArgGroup(multiplicity = "1")
    private Decision decision;

    @Mixin
    private RunConditions conditions;

    @Option(names = "--yes", description = "Do not ask before the effects of many runs are resolved.")
    private boolean isAgreed;

    @Mixin
    private ActorOption by;

    private @Nullable String result;

    /** The two decisions, of which a person makes one. */
    static final class Decision {
        @Option(
                names = "--done",
                required = true,
                paramLabel = "JSON",
                description = "It was performed, with this result: null if it has none; - reads the standard input,"
                        + " @FILE reads a file.")
        private @Nullable String done;

        @Option(
                names = "--not-performed",
                required = true,
                description = "It was not performed; the step calls it again.")
        private boolean isNotPerformed;
    }

    @Override
    void check() {
        if (ofAll == null ? runId == null || effect == null : runId != null) {
            throw wrong("Name RUN and EFFECT, or --effect for many runs.");
        }
        if (ofAll == null && !conditions.isEmpty()) {
            throw wrong("Conditions choose the runs of --effect; for one run, leave them out.");
        }
        if (runId != null) {
            checkId(runId);
        }
        by.check();
        checked(() -> conditions.of(RunQuery.ALL));
        String done = decision.isNotPerformed ? null : decision.done;
        if (done != null) {
            checked(() -> result = JsonArgument.read("--done", done, System.in));
        }
    }

    @Override
    void run(OpenStore store, Output output) {
        List<EffectInDoubt> found = runId == null ? findAll(store) : List.of(find(store, runId));
        if (found.isEmpty()) {
            output.note(
                    store.nothing("effects '" + ofAll + "' in doubt" + (conditions.isEmpty() ? "" : " of such runs")));
        } else if (runId == null) {
            output.agree(
                    isAgreed,
                    "Resolve " + Counts.of(found.size(), "effect") + " '" + ofAll + "' in namespace '"
                            + store.namespace() + "' as " + words());
        }
        each(found, output, each -> {
            resolve(each);
            print(
                    output,
                    Documents.object()
                            .put("runId", each.runId())
                            .put("effect", name(each))
                            .put("key", each.key())
                            .put("status", result != null ? "DONE" : "FAILED"),
                    "Effect '" + name(each) + "' of run '" + each.runId() + "' is resolved as " + words() + ".");
        });
    }

    /**
     * The effects of this name, with any item or with one. A business key counts once, because a decision is for all
     * its runs.
     */
    private List<EffectInDoubt> findAll(OpenStore store) {
        Set<String> fit = new HashSet<>();
        if (!conditions.isEmpty()) {
            store.pages(conditions.of(RunQuery.ALL.withChildren()), page -> page.forEach(run -> fit.add(run.id())));
        }
        Set<String> keys = new HashSet<>();
        return store.store().effects().findInDoubt(store.namespace(), Integer.MAX_VALUE).stream()
                .map(each -> each.run().id())
                .distinct()
                .filter(run -> conditions.isEmpty() || fit.contains(run))
                .flatMap(run -> store.runner().as(by.actor()).effectsInDoubt(run).stream())
                .filter(each -> each.name().equals(ofAll) || name(each).equals(ofAll))
                .filter(each -> keys.add(each.key()))
                .toList();
    }

    private void resolve(EffectInDoubt found) {
        if (result == null) {
            found.notPerformed();
            return;
        }
        try {
            found.done(result);
        } catch (InvalidAnswerException unfit) {
            throw new Refusal("--done is not a result of effect '" + name(found) + "' of run '" + found.runId() + "'. "
                    + unfit.getMessage());
        }
    }

    private String words() {
        return result != null ? "performed" : "not performed";
    }

    private static String name(EffectInDoubt effect) {
        return EffectNames.of(effect.name(), effect.item());
    }

    private EffectInDoubt find(OpenStore store, String run) {
        store.check(run);
        List<EffectInDoubt> all = store.runner().as(by.actor()).effectsInDoubt(run);
        List<EffectInDoubt> found = all.stream()
                .filter(each -> each.key().equals(effect) || name(each).equals(effect))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new Refusal(
                found.isEmpty()
                        ? "Run '" + run + "' has no effect '" + effect + "' in doubt. "
                                + (all.isEmpty()
                                        ? "It has none."
                                        : "In doubt: " + list(all, each -> "'" + name(each) + "'"))
                        : "Run '" + run + "' has " + found.size() + " effects '" + effect
                                + "' in doubt. Name the key of one: " + list(found, EffectInDoubt::key));
    }

    private static String list(List<EffectInDoubt> effects, Function<EffectInDoubt, String> text) {
        return effects.stream().map(text).distinct().collect(joining(", ", "", "."));
    }
}
