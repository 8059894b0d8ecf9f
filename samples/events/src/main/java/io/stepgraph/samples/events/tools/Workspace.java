package io.stepgraph.samples.events.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;

/**
 * The folder in which the tools work. No path leads out of it, also not through a symbolic link.
 *
 * @param root the folder, without symbolic links
 */
public record Workspace(Path root) {
    /** Belongs to git and to the program. */
    static final Set<String> HIDDEN = Set.of(".git", ".events");

    /**
     * A folder that exists.
     *
     * @param folder the folder
     * @return the workspace
     * @throws IOException if it does not exist
     */
    public static Workspace of(Path folder) throws IOException {
        return new Workspace(folder.toRealPath());
    }

    /** The file or folder that a model names, relative to the root. */
    Path resolve(String name) throws ToolFailedException, IOException {
        Path path;
        try {
            path = root.resolve(name).normalize();
        } catch (InvalidPathException invalid) {
            throw new ToolFailedException("'" + name + "' is not a path.");
        }
        Path existing = path;
        while (!Files.exists(existing)) {
            existing = Objects.requireNonNull(existing.getParent()); // the root of all folders exists
        }
        if (!path.startsWith(root) || !existing.toRealPath().startsWith(root) || Files.isSymbolicLink(path)) {
            throw new ToolFailedException("'" + name + "' is outside the working folder, or a symbolic link.");
        }
        if (isHidden(path)) {
            throw new ToolFailedException("'" + name + "' belongs to git or to this program.");
        }
        return path;
    }

    String name(Path path) {
        return root.relativize(path).toString();
    }

    boolean isHidden(Path path) {
        return HIDDEN.contains(root.relativize(path).getName(0).toString());
    }
}
