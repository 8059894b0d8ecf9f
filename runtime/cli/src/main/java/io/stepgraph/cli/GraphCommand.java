package io.stepgraph.cli;

import io.stepgraph.cli.draw.Format;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.draw.Picture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Draws a graph. */
@Command(
        name = "graph",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Draws the graph of an agent from the file that the processor wrote beside its classes.",
        footer = {
            "",
            "Example: stepgraph graph target/classes/META-INF/stepgraph/example.ReviewAgent.json --format svg > graph.svg"
        })
final class GraphCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file .json of the graph.")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "mermaid",
            description = "The language of the picture: dot, mermaid, svg. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Option(
            names = "--coverage",
            paramLabel = "COVERAGE",
            description = "A file that AgentTests wrote: draws the edges thick that the scenarios take.")
    private @Nullable Path coverage;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Output output = Output.of(command);
        JsonNode graph = read(file, "graph that the processor wrote");
        Picture picture = picture(graph);
        output.text(format.of(coverage == null ? picture : picture.with(taken(graph, coverage))));
        output.flush();
        return ExitCodes.DONE;
    }

    private Picture picture(JsonNode graph) {
        try {
            return Picture.of(Documents.plain(graph));
        } catch (IllegalArgumentException damaged) {
            throw isNone(file, "graph that the processor wrote", damaged.getMessage());
        }
    }

    /** The edges that scenarios take. */
    private static Picture.Trail taken(JsonNode graph, Path coverage) {
        JsonNode document = read(coverage, "coverage that AgentTests wrote");
        String fingerprint = document.path("fingerprint").asString("");
        if (!fingerprint.equals(graph.path("fingerprint").asString(""))) {
            throw new Refusal("The coverage in '" + coverage + "' is of the graph '"
                    + document.path("graph").asString("") + "' with fingerprint '" + fingerprint
                    + "', not of this one. Run the tests again.");
        }
        Set<List<String>> taken = new HashSet<>();
        for (JsonNode edge : document.path("edges")) {
            if (edge.path("times").asInt(0) > 0) {
                taken.add(
                        List.of(edge.path("from").asString(""), edge.path("to").asString("")));
            }
        }
        if (!taken.isEmpty()) {
            taken.add(List.of(Picture.START, graph.path("start").asString("")));
        }
        return new Picture.Trail(Map.of(), taken, null);
    }

    private static JsonNode read(Path file, String what) {
        try {
            return Documents.read(Files.readString(file));
        } catch (JacksonException damaged) {
            throw isNone(file, what, Documents.fault(damaged));
        } catch (IllegalArgumentException damaged) {
            throw isNone(file, what, damaged.getMessage());
        } catch (IOException unreadable) {
            throw new Refusal(
                    Files.exists(file)
                            ? "The file '" + file + "' cannot be read. (" + unreadable.getMessage() + ")"
                            : "There is no file '" + file + "'.");
        }
    }

    private static Refusal isNone(Path file, String what, @Nullable String why) {
        return new Refusal("The file '" + file + "' is not a " + what + ". (" + why + ")");
    }
}
