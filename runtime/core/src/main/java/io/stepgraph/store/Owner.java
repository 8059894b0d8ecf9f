package io.stepgraph.store;

/**
 * The owner of a run: the runner that executes it. It describes its process well enough that another process on the
 * same machine can prove it dead (R4).
 *
 * @param machine the machine
 * @param boot the boot of that machine
 * @param pid the process
 * @param processStart when the process started, in milliseconds of the machine's clock
 * @param runner the runner in that process
 */
public record Owner(String machine, String boot, long pid, long processStart, String runner) {}
