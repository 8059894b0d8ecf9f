package io.stepgraph.samples.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the sample shows the graph of this build. {@code -Dguides.update} writes it. */
final class PageTest {
    private static final Path PAGE = Path.of("README.md");
    private static final Pattern PICTURE = Pattern.compile("```mermaid\\n(.*?)```", Pattern.DOTALL);

    @Test
    void the_picture_is_the_one_that_the_build_draws() throws IOException {
        String page = Files.readString(PAGE);
        Matcher picture = PICTURE.matcher(page);
        assertThat(picture.find()).isTrue();
        if (Boolean.getBoolean("guides.update")) {
            Files.writeString(PAGE, page.substring(0, picture.start(1)) + drawn() + page.substring(picture.end(1)));
        } else {
            assertThat(picture.group(1)).isEqualTo(drawn());
        }
    }

    /** The links lead to files beside the picture, which are not beside the page. */
    private static String drawn() throws IOException {
        String file = "/META-INF/stepgraph/" + ReportAgent.class.getName() + ".mmd";
        try (InputStream drawn = Objects.requireNonNull(ReportAgent.class.getResourceAsStream(file))) {
            return new String(drawn.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^  click .*\\n", "");
        }
    }
}
