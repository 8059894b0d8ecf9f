package io.stepgraph.samples.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The picture in the README is the one that the build draws. {@code -Dguides.update} writes it. */
final class ReadmeTest {
    private static final Path README = Path.of("README.md");
    private static final String BEGIN = "<!-- picture: CodingAgent -->\n```mermaid\n";
    private static final String END = "```\n";

    @Test
    void thePictureIsTheOneThatTheBuildDraws() throws IOException {
        String page = Files.readString(README);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END, from);
        String drawn = drawn();
        if (Boolean.getBoolean("guides.update")) {
            Files.writeString(README, page.substring(0, from) + drawn + page.substring(to));
        } else {
            assertThat(page.substring(from, to)).isEqualTo(drawn);
        }
    }

    private static String drawn() throws IOException {
        try (InputStream picture =
                ReadmeTest.class.getResourceAsStream("/META-INF/stepgraph/" + CodingAgent.class.getName() + ".mmd")) {
            return new String(Objects.requireNonNull(picture).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
