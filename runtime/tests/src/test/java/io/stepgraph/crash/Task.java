package io.stepgraph.crash;

/** What a test does. */
interface Task {
    void run() throws Exception;
}
