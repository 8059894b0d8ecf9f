package io.stepgraph.sqlite;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Real processes. */
final class Forks {
    private Forks() {}

    /** Another process with the class path of this one. */
    static Process of(Class<?> program, String... arguments) throws IOException {
        return started(command(program, arguments));
    }

    static List<String> command(Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--enable-native-access"))
                .forEach(command::add);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    static Process started(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
