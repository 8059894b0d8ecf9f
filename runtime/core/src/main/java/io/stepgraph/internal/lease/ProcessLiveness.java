package io.stepgraph.internal.lease;

import io.stepgraph.store.Owner;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This process on its machine, and which other processes of that machine are dead (R4). On Linux it reads
 * {@code /proc}; elsewhere it uses {@link ProcessHandle}.
 *
 * @param machine names the machine, host name first. On Linux the process namespace follows, since containers of one
 *     machine number their processes apart; elsewhere the first network address, if there is one
 * @param boot names the boot of the machine, which no other machine shares; empty if unknown, as on Windows. On Linux a
 *     random number that the kernel has drawn, elsewhere the start of the first process
 * @param pid this process
 * @param start the start of this process in milliseconds: on Linux since the boot, on a clock that nobody can set
 * @param hasProc whether {@code /proc} describes processes
 */
record ProcessLiveness(String machine, String boot, long pid, long start, boolean hasProc) {
    /**
     * The index of the field with the clock ticks from the boot to the start, counted from after the name of the
     * program.
     */
    private static final int START_FIELD = 19;

    /** {@code /proc} always counts in hundredths of a second. */
    private static final long MILLIS_PER_TICK = 10;

    static ProcessLiveness ofThisProcess() {
        String stat = text("/proc/self/stat");
        String boot = text("/proc/sys/kernel/random/boot_id");
        String namespace = link("/proc/self/ns/pid");
        if (stat == null || boot == null || namespace == null) {
            return withoutProc();
        }
        String host = text("/proc/sys/kernel/hostname");
        long pid = Long.parseLong(stat.substring(0, stat.indexOf(' ')));
        return new ProcessLiveness((host == null ? "" : host) + "/" + namespace, boot, pid, start(stat), true);
    }

    static ProcessLiveness withoutProc() {
        ProcessHandle self = ProcessHandle.current();
        long first = ProcessHandle.of(1).map(ProcessLiveness::start).orElse(0L);
        String boot = first == 0 ? "" : Long.toString(first);
        return new ProcessLiveness(hostName() + "/" + hardwareAddress(), boot, self.pid(), start(self), false);
    }

    /** Whether an owner is in this process. */
    boolean isSelf(Owner owner) {
        return isSameBoot(owner) && owner.pid() == pid && owner.processStart() == start;
    }

    /**
     * Whether an owner in another process is proven dead: its process number is free, or belongs to a later process. A
     * process of another machine, container or boot is never proven dead, nor is a stopped process.
     */
    boolean isDead(Owner owner) {
        return !boot.isEmpty()
                && isSameBoot(owner)
                && (hasProc ? isGone(owner.pid(), owner.processStart()) : isGoneWithoutProc(owner));
    }

    private boolean isSameBoot(Owner owner) {
        return owner.machine().equals(machine) && owner.boot().equals(boot);
    }

    private static boolean isGone(long otherPid, long otherStart) {
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

    /**
     * Whether a process was killed and its parent has not collected it. If only its first thread has ended, others run
     * on.
     */
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

    private boolean isGoneWithoutProc(Owner owner) {
        // A machine without a network address is not known well enough.
        if (machine.endsWith("/")) {
            return false;
        }
        Optional<ProcessHandle> other = ProcessHandle.of(owner.pid());
        if (other.isEmpty() || !other.get().isAlive()) {
            return true;
        }
        long started = start(other.get());
        return started != 0 && owner.processStart() != 0 && started != owner.processStart();
    }

    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            return "";
        }
    }

    private static String hardwareAddress() {
        try {
            for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                byte[] address = card.isVirtual() || card.isLoopback() ? null : card.getHardwareAddress();
                if (address != null) {
                    return HexFormat.of().formatHex(address);
                }
            }
            return "";
        } catch (IOException unknown) {
            return "";
        }
    }
}
