package io.stepgraph.runtime.execute;

import java.io.File;

/** This machine, as far as its processes can be told apart and proven dead. */
interface MachineProcesses {

    /** Names the machine, host name first. Others may have the same name; in the same boot, they see the same processes. */
    String machine();

    /** Names the boot of the machine, which no other machine shares; empty if unknown. */
    String boot();

    /** This process. */
    long pid();

    /** When this process started, on a clock that does not change while the machine is up. */
    long start();

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
