package io.stepgraph.crash;

/** An action of a test that may throw. */
interface Task {
    void run() throws Exception;
}
