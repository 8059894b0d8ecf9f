package io.stepgraph.runtime.execute;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Processes as {@code /proc} shows them, which is quicker to ask than {@link ProcessHandle}.
 *
 * @param machine host name and process namespace: containers of one machine number their processes apart
 * @param boot a random number that the kernel has drawn
 * @param start in milliseconds since the boot
 */
record LinuxProcesses(String machine, String boot, long pid, long start) implements MachineProcesses {
    /** Where the number of clock ticks from the boot to the start stands, counted from after the name of the program. */
    private static final int START_FIELD = 19;

    /** {@code /proc} always counts in hundredths of a second. */
    private static final long MILLIS_PER_TICK = 10;

    static @Nullable LinuxProcesses read() {
        String stat = text("/proc/self/stat");
        String boot = text("/proc/sys/kernel/random/boot_id");
        String namespace = link("/proc/self/ns/pid");
        if (stat == null || boot == null || namespace == null) {
            return null;
        }
        String host = text("/proc/sys/kernel/hostname");
        String machine = (host == null ? "" : host) + "/" + namespace;
        long pid = Long.parseLong(stat.substring(0, stat.indexOf(' ')));
        return new LinuxProcesses(machine, boot, pid, start(stat));
    }

    @Override
    public boolean isGone(long otherPid, long otherStart) {
        // Where processes of other users are hidden, absence proves nothing; the first process is always there.
        if (!new File("/proc/1/stat").exists()) {
            return false;
        }
        String stat = text("/proc/" + otherPid + "/stat");
        if (stat == null) {
            return !new File("/proc/" + otherPid).exists();
        }
        return start(stat) != otherStart || hasEnded(stat, otherPid);
    }

    /** Killed, but not yet collected by its parent. Its first thread alone looks so too while others go on. */
    private static boolean hasEnded(String stat, long pid) {
        char state = stat.charAt(stat.lastIndexOf(')') + 2);
        if (state != 'Z' && state != 'X') {
            return false;
        }
        String[] threads = new File("/proc/" + pid + "/task").list();
        return threads == null || threads.length <= 1;
    }

    private static long start(String stat) {
        // The name of the program stands in parentheses and may hold anything.
        int at = stat.lastIndexOf(')') + 2;
        for (int field = 0; field < START_FIELD; field++) {
            at = stat.indexOf(' ', at) + 1;
        }
        return Long.parseLong(stat.substring(at, stat.indexOf(' ', at))) * MILLIS_PER_TICK;
    }

    private static @Nullable String text(String path) {
        try (FileInputStream in = new FileInputStream(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException absent) {
            return null;
        }
    }

    private static @Nullable String link(String path) {
        try {
            return Files.readSymbolicLink(Path.of(path)).toString();
        } catch (IOException absent) {
            return null;
        }
    }
}
