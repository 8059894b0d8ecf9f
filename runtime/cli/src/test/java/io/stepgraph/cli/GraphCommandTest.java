package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The pictures of graphs. */
final class GraphCommandTest {
    private static final Path GOLDEN = Path.of("../../processor/src/test/resources/golden");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"example.ReviewAgent", "loop.LoopAgent", "narrow.Narrow", "report.ReportAgent"})
    void the_picture_is_that_of_the_processor(String agent) throws IOException {
        String file = GOLDEN.resolve(agent + ".json").toString();

        Cli.plain("graph", file, "--format", "dot").says(Files.readString(GOLDEN.resolve(agent + ".dot")));
        Cli.plain("graph", file).says(Files.readString(GOLDEN.resolve(agent + ".mmd")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.ReviewAgent", "loop.LoopAgent"})
    void svg_has_every_node_and_edge_inside_the_picture(String agent) throws Exception {
        String file = GOLDEN.resolve(agent + ".json").toString();

        Element svg = svg(Cli.plain("graph", file, "--format", "svg").done().out());

        long edges = Files.readString(GOLDEN.resolve(agent + ".dot"))
                .lines()
                .filter(line -> line.contains(" -> "))
                .count();
        // The definitions have four arrow heads.
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo((int) edges + 4);
        double width = Double.parseDouble(svg.getAttribute("width"));
        NodeList boxes = svg.getElementsByTagName("rect");
        assertThat(boxes.getLength()).isPositive();
        for (int i = 0; i < boxes.getLength(); i++) {
            Element box = (Element) boxes.item(i);
            double right = Double.parseDouble(box.getAttribute("x")) + Double.parseDouble(box.getAttribute("width"));
            assertThat(right).isBetween(0.0, width);
        }
    }

    @Test
    void svg_escapes_texts() throws Exception {
        Path file = Files.writeString(folder.resolve("graph.json"), """
                {"name": "<b>&\\"é\\u0001", "start": "a", "state": "S", "output": "java.util.List<x.R>",
                 "steps": [{"name": "a", "kind": "step", "next": ["<end>", "a"], "timeout": "<1m>"}]}
                """);

        String svg =
                Cli.plain("graph", file.toString(), "--format", "svg").done().out();

        assertThat(svg(svg).getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("<b>&\"é\ufffd");
        assertThat(svg).contains(">timeout &lt;1m&gt;<").contains(">List&lt;R&gt;<");
    }

    @Test
    void svg_leads_from_a_called_agent_to_its_picture() throws Exception {
        String svg = Cli.plain(
                        "graph", GOLDEN.resolve("report.ReportAgent.json").toString(), "--format", "svg")
                .done()
                .out();

        NodeList links = svg(svg).getElementsByTagName("a");
        assertThat(links.getLength()).isEqualTo(4);
        assertThat(((Element) links.item(0)).getAttribute("href")).isEqualTo("report.Identity.svg");
        assertThat(((Element) links.item(0)).getElementsByTagName("rect").getLength())
                .as("a double border")
                .isEqualTo(2);
        assertThat(svg).contains(">one run for each element<", "marker-start=\"url(#call)\"");
    }

    private static Element svg(String text) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)))
                .getDocumentElement();
    }

    @Test
    void a_coverage_draws_the_taken_edges_thick() throws IOException {
        String graph = GOLDEN.resolve("example.ReviewAgent.json").toString();
        Path coverage = coverage("a0f6099b22d1898b");

        String dot = Cli.plain("graph", graph, "--format", "dot", "--coverage", coverage.toString())
                .done()
                .out();

        assertThat(dot.lines().filter(line -> line.contains("->") && line.contains("penwidth=3")))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("\"<start>\" -> \"draft\""))
                .anySatisfy(line -> assertThat(line).contains("\"draft\" -> \"review\""));
        assertThat(dot.lines().filter(line -> line.contains("[label") && line.contains("penwidth=3")))
                .hasSize(3);
    }

    @Test
    void a_coverage_of_another_graph_is_refused() throws IOException {
        String graph = GOLDEN.resolve("example.ReviewAgent.json").toString();

        Cli.plain("graph", graph, "--coverage", coverage("0000").toString())
                .failed(
                        ExitCodes.REFUSED,
                        "is of the graph 'example.ReviewAgent' with fingerprint '0000', not of this one");
        Cli.plain("graph", graph, "--coverage", folder.resolve("none.json").toString())
                .failed(ExitCodes.REFUSED, "There is no file");
        Cli.plain(
                        "graph",
                        graph,
                        "--coverage",
                        GOLDEN.resolve("example.ReviewAgent.dot").toString())
                .failed(ExitCodes.REFUSED, "is not a coverage that AgentTests wrote");
    }

    private Path coverage(String fingerprint) throws IOException {
        return Files.writeString(folder.resolve("coverage.json"), """
                {"graph": "example.ReviewAgent", "fingerprint": "%s", "edges": [
                    {"from": "draft", "to": "review", "times": 7}, {"from": "review", "to": "approve", "times": 0}]}
                """.formatted(fingerprint));
    }

    @Test
    void a_file_that_is_no_graph_is_refused() throws IOException {
        Cli.plain("graph", "none.json").failed(ExitCodes.REFUSED, "There is no file 'none.json'");
        Cli.plain("graph", folder.toString()).failed(ExitCodes.REFUSED, "cannot be read");
        for (String damaged : new String[] {
            "{",
            "",
            "[]",
            "{\"name\": \"a\"}",
            "{\"name\": \"a\", \"steps\": [{}]}",
            "{\"name\": \"a\", \"steps\": [{\"name\": \"b\", \"next\": [\"c\"]}]}"
        }) {
            Path file = Files.writeString(folder.resolve("graph.json"), damaged);
            Cli.plain("graph", file.toString()).failed(ExitCodes.REFUSED, "is not a graph that the processor wrote");
        }
        Cli.plain("graph", "a.json", "--format", "png").failed(ExitCodes.USAGE, "--format");
    }
}
