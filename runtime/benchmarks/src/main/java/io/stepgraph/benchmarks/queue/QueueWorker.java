package io.stepgraph.benchmarks.queue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The process of a worker, which begins and stops when it is told to, and ends with its input. */
final class QueueWorker {
    static final String READY = "ready";
    static final String START = "start";
    static final String STOP = "stop";

    private QueueWorker() {}

    /** Three arguments: the contender, the address of the database, and a name. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Contender.Consumption consumption =
                Contender.valueOf(arguments[0]).consume(arguments[1], arguments[2], item -> {})) {
            System.out.println(READY);
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                switch (command) {
                    case START -> consumption.start();
                    case STOP -> {
                        consumption.stop();
                        System.out.println(READY);
                    }
                    default -> throw new IllegalArgumentException(command);
                }
            }
        }
    }
}
