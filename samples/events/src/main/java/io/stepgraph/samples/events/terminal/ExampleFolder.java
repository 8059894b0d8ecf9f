package io.stepgraph.samples.events.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The example that the recorded session works on: a small project whose test fails. */
final class ExampleFolder {
    private static final List<String> FILES = List.of("README.md", "greet.sh", "test.sh");

    private ExampleFolder() {}

    /**
     * Creates it, with a git repository, unless it exists. It appears at once and whole.
     *
     * @return why it is not a repository; null if it is
     */
    static @Nullable String create(Path folder) throws IOException, InterruptedException {
        if (Files.exists(folder)) {
            return null;
        }
        Path made = Files.createTempDirectory(folder.toAbsolutePath().getParent(), folder.getFileName() + "-");
        for (String name : FILES) {
            try (InputStream in = ExampleFolder.class.getResourceAsStream("example/" + name)) {
                Files.write(made.resolve(name), Objects.requireNonNull(in).readAllBytes());
            }
        }
        String problem = null;
        try {
            new Git(made.toRealPath()).create();
        } catch (IOException withoutGit) {
            problem = String.valueOf(withoutGit.getMessage());
        }
        Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
        return problem;
    }
}
