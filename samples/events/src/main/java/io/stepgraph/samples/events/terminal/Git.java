package io.stepgraph.samples.events.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The program {@code git} in a folder.
 *
 * @param folder the folder, without symbolic links
 */
record Git(Path folder) {
    private static final int SECONDS = 30;
    private static final int GRACE_SECONDS = 5;

    /** Makes the folder a repository of its own and commits all files. */
    void create() throws IOException, InterruptedException {
        run("init", "-q");
        run("config", "user.name", "Example");
        run("config", "user.email", "example@localhost");
        commit("The example");
    }

    /**
     * Commits all changes.
     *
     * @return whether there were any
     * @throws IOException also if the folder is not the root of a repository, whose other files nobody gave to the
     *     agent
     */
    boolean commit(String message) throws IOException, InterruptedException {
        Path root = Path.of(run("rev-parse", "--show-toplevel").strip());
        if (!root.equals(folder)) {
            throw new IOException("The working folder is not the root of a git repository, so nothing is committed.");
        }
        run("add", "-A");
        if (run("diff", "--cached", "--name-only").isBlank()) {
            return false;
        }
        Path text = Files.createTempFile("message", null); // too long for an argument, perhaps
        try {
            Files.writeString(text, message);
            run("commit", "-q", "-F", text.toString());
        } finally {
            Files.deleteIfExists(text);
        }
        return true;
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("git", null);
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            process.getOutputStream().close();
            boolean isOver = process.waitFor(SECONDS, TimeUnit.SECONDS);
            if (!isOver) {
                process.destroy(); // git removes its lock, which it could not if it was killed
                boolean unused = process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly();
                throw new IOException("git " + arguments[0] + " did not end within " + SECONDS + " seconds.");
            }
            String text = Files.readString(out, StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new IOException("git " + arguments[0] + " failed: " + text.strip());
            }
            return text;
        } finally {
            Files.deleteIfExists(out);
        }
    }
}
