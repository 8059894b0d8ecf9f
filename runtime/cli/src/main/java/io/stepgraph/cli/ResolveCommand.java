package io.stepgraph.cli;

import io.stepgraph.cli.io.ActorOption;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.JsonArgument;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.cli.run.EffectNames;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.InvalidAnswerException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Resolves an effect in doubt. */
@Command(
        name = "resolve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Records for an effect in doubt that it was performed, or that it was not. Find that out from the remote"
                    + " system first, by the key of the effect."
        },
        footer = {
            "",
            "Example: stepgraph resolve claim-1 refund --done '{\"id\": \"receipt-7\"}' --store runs.db --by ann",
            "         stepgraph resolve claim-1 refund:alice --not-performed --store runs.db"
        })
final class ResolveCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
    private String runId;

    @Parameters(
            index = "1",
            paramLabel = "EFFECT[:ITEM]",
            description = "The name of the effect, with its item if it has one; or its key.")
    private String effect;

    @ArgGroup(multiplicity = "1")
    private Decision decision;

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
                        + " @@FILE reads a file.")
        private @Nullable String done;

        @Option(
                names = "--not-performed",
                required = true,
                description = "It was not performed; the step calls it again.")
        private boolean isNotPerformed;
    }

    @Override
    void check() {
        checkId(runId);
        by.check();
        String done = decision.isNotPerformed ? null : decision.done;
        if (done != null) {
            checked(() -> result = JsonArgument.read("--done", done, System.in));
        }
    }

    @Override
    void run(OpenStore store, Output output) {
        store.check(runId);
        EffectInDoubt found = find(store.runner().as(by.actor()).effectsInDoubt(runId));
        if (result != null) {
            done(found, result);
        } else {
            found.notPerformed();
        }
        String name = EffectNames.of(found.name(), found.item());
        if (isJson()) {
            output.json(Documents.object()
                    .put("runId", runId)
                    .put("effect", name)
                    .put("key", found.key())
                    .put("status", result != null ? "DONE" : "FAILED"));
        } else {
            output.message("Effect '" + name + "' of run '" + runId + "' is resolved as "
                    + (result != null ? "performed." : "not performed."));
        }
    }

    private void done(EffectInDoubt found, String json) {
        try {
            found.done(json);
        } catch (InvalidAnswerException unfit) {
            throw new Refusal("--done is not a result of effect '" + effect + "'. " + unfit.getMessage());
        }
    }

    private EffectInDoubt find(List<EffectInDoubt> all) {
        List<EffectInDoubt> found = all.stream()
                .filter(each -> each.key().equals(effect)
                        || EffectNames.of(each.name(), each.item()).equals(effect))
                .toList();
        if (found.isEmpty()) {
            throw new Refusal("Run '" + runId + "' has no effect '" + effect + "' in doubt. "
                    + (all.isEmpty() ? "It has none." : "In doubt: " + names(all) + "."));
        }
        if (found.size() > 1) {
            throw new Refusal("Run '" + runId + "' has " + found.size() + " effects '" + effect
                    + "' in doubt. Name the key of one: "
                    + String.join(", ", found.stream().map(EffectInDoubt::key).toList()) + ".");
        }
        return found.get(0);
    }

    private static String names(List<EffectInDoubt> effects) {
        return String.join(
                ", ",
                effects.stream()
                        .map(each -> "'" + EffectNames.of(each.name(), each.item()) + "'")
                        .distinct()
                        .toList());
    }
}
