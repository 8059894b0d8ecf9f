package io.stepgraph.sqlite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The places at which Linux has mounted something. Other systems tell none. */
final class MountPoints {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    private static final int PLACE = 4;

    private MountPoints() {}

    /** Whether a file is mounted by itself, without what is beside it. */
    static boolean contain(Path file) throws IOException {
        if (!Files.exists(file) || !Files.exists(TABLE)) {
            return false;
        }
        String place = file.toRealPath().toString().replace("\\", "\\134").replace(" ", "\\040");
        return new String(Files.readAllBytes(TABLE), StandardCharsets.UTF_8)
                .lines()
                .anyMatch(line -> line.split(" ")[PLACE].equals(place));
    }
}
