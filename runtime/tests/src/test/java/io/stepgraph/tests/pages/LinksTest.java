package io.stepgraph.tests.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every relative link of every page leads to a file of the project, and to a heading there if it names one. */
class LinksTest {
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\\n]*`", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    static List<Path> pages() throws IOException {
        Path root = Guide.ROOT.toRealPath();
        List<Path> pages = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean isOurs = !name.equals("target") && (!name.startsWith(".") || folder.equals(root));
                return isOurs ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    pages.add(root.relativize(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages.stream().sorted().toList();
    }

    @Test
    void there_are_a_front_door_and_guides() throws IOException {
        assertThat(pages().stream().map(page -> page.toString().replace('\\', '/')))
                .containsAll(Guide.PAGES)
                .contains("runtime/SEMANTICS.md", "runtime/ARCHITECTURE.md");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_link_leads_somewhere(Path page) throws IOException {
        Path file = Guide.ROOT.resolve(page);
        String text = CODE.matcher(Files.readString(file)).replaceAll("");
        assertThat(LINK.matcher(text).results()).allSatisfy(link -> {
            Path target = link.group(1).isEmpty()
                    ? file
                    : file.resolveSibling(link.group(1)).normalize();
            assertThat(target).exists();
            if (link.group(2) != null) {
                assertThat(anchors(target)).contains(link.group(2));
            }
        });
    }

    /** The headings of a page as GitHub names them in links. */
    private static List<String> anchors(Path page) throws IOException {
        return HEADING.matcher(Files.readString(page))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
