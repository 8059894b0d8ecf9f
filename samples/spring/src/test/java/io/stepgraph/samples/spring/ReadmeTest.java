package io.stepgraph.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The picture of the README. {@code -Dguides.update} writes it. */
final class ReadmeTest {
    private static final Path README = Path.of("README.md");
    private static final Path DRAWN =
            Path.of("target/classes/META-INF/stepgraph", ExpenseAgent.class.getName() + ".mmd");
    private static final Pattern PICTURE = Pattern.compile("(?s)(<!-- picture -->\n```mermaid\n)(.*?)(```\n)");

    @Test
    void the_picture_is_the_one_that_the_build_draws() throws IOException {
        String text = Files.readString(README);
        String drawn = Files.readString(DRAWN);
        Matcher picture = PICTURE.matcher(text);
        assertThat(picture.find()).isTrue();
        if (System.getProperty("guides.update") != null) {
            Files.writeString(README, picture.replaceFirst("$1" + Matcher.quoteReplacement(drawn) + "$3"));
        } else {
            assertThat(picture.group(2)).isEqualTo(drawn);
        }
    }
}
