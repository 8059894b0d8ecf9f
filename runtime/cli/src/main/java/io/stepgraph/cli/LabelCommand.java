package io.stepgraph.cli;

import io.stepgraph.cli.io.ActorOption;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.cli.run.Labels;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.store.RunLook;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Changes labels of a run. */
@Command(
        name = "label",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Adds, replaces or removes labels of a run that has not ended. The other labels stay.",
        footer = {"", "Example: stepgraph label essay-1 priority=high topic= --store runs.db --by ann"})
final class LabelCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
    private String runId;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            description = "A label to add or to replace; NAME= removes it. Can be repeated.")
    private List<String> labels;

    @Mixin
    private ActorOption by;

    private final Map<String, @Nullable String> changes = new TreeMap<>();

    @Override
    void check() {
        checkId(runId);
        by.check();
        checked(() -> labels.forEach(this::read));
    }

    private void read(String label) {
        String[] parts = label.split("=", 2);
        if (parts.length < 2) {
            throw wrong("'" + label + "' is not a label: write NAME=VALUE, or NAME= to remove the label.");
        }
        String name = Names.checked(parts[0], "NAME", "The name of a label");
        if (changes.containsKey(name)) {
            throw wrong("The label '" + name + "' is given twice.");
        }
        if (!parts[1].isEmpty()) {
            StartOptions.NONE.label(name, parts[1]);
        }
        changes.put(name, parts[1].isEmpty() ? null : parts[1]);
    }

    @Override
    void run(OpenStore store, Output output) {
        store.check(runId);
        try {
            store.runner().as(by.actor()).label(runId, changes);
        } catch (IllegalArgumentException tooMany) {
            throw new Refusal(String.valueOf(tooMany.getMessage()));
        }
        RunLook run = store.look(runId);
        ObjectNode json = Documents.object()
                .put("id", runId)
                .put("status", run.status().name())
                .set("labels", Labels.document(run.labels()));
        print(
                output,
                json,
                "Run '" + runId + "' has "
                        + (run.labels().isEmpty() ? "no labels." : "the labels " + Labels.line(run.labels()) + "."));
    }
}
