package io.stepgraph.runtime.execute;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Processes where there is no {@code /proc}. The machine is known by its host name and its first network address, the boot by
 * when its first process started, to the millisecond; where that is not told, as on Windows, it is unknown.
 */
record PortableProcesses(String machine, String boot, long pid, long start) implements MachineProcesses {

    static PortableProcesses read() {
        ProcessHandle self = ProcessHandle.current();
        return new PortableProcesses(
                hostName() + "/" + hardwareAddress(), startOfAll(), self.pid(), start(self.info()));
    }

    @Override
    public boolean isGone(long otherPid, long otherStart) {
        // A machine without an address of its own is not known well enough.
        if (machine.endsWith("/")) {
            return false;
        }
        Optional<ProcessHandle> other = ProcessHandle.of(otherPid);
        if (other.isEmpty() || !other.get().isAlive()) {
            return true;
        }
        long started = start(other.get().info());
        return started != 0 && otherStart != 0 && started != otherStart;
    }

    private static String startOfAll() {
        long first = ProcessHandle.of(1).map(process -> start(process.info())).orElse(0L);
        return first == 0 ? "" : Long.toString(first);
    }

    private static long start(ProcessHandle.Info info) {
        return info.startInstant().map(Instant::toEpochMilli).orElse(0L);
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
