package io.stepgraph.runtime.execute;

import java.io.File;

/** This machine, as far as its processes can be told apart and proven dead. */
interface MachineProcesses {

    /** Names the machine, host name first. Two processes with the same name see the same processes, if the boot is the same. */
    String machine();

    /** Names the boot of the machine; empty if unknown. */
    String boot();

    /** This process. */
    long pid();

    /** When this process started, on a clock that does not change while the machine is up. */
    long start();

    /** Whether the name of the machine outlives a boot, so that another boot proves processes dead. */
    boolean isKnownAcrossBoots();

    /** Whether a process of this boot is surely gone: its number is free, or belongs to a later process. */
    boolean isGone(long pid, long start);

    static MachineProcesses ofThisMachine() {
        if (new File("/proc/self/stat").exists()) {
            MachineProcesses linux = LinuxProcesses.read();
            if (linux != null) {
                return linux;
            }
        }
        return PortableProcesses.read();
    }
}
