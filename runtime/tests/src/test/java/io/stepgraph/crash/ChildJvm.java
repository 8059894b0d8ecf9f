package io.stepgraph.crash;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * How a child process is started: with an archive of the classes that it loads for a store, it starts in half the time.
 */
final class ChildJvm {
    private static final Map<Stores, List<String>> ARCHIVES = new EnumMap<>(Stores.class);

    private ChildJvm() {}

    /**
     * The command, up to the options of the program.
     *
     * @param folder where the driver for SQLite unpacks its library, which a process that is killed does not delete
     */
    static synchronized List<String> command(Stores stores, Path folder) {
        List<String> command = java("-Dorg.sqlite.tmpdir=" + folder);
        command.addAll(ARCHIVES.computeIfAbsent(stores, ChildJvm::archive));
        return command;
    }

    private static List<String> java(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        // Without the first, the JVM's messages on its archive would mix with the program's output.
        command.addAll(
                List.of("-Xlog:disable", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx64m"));
        command.addAll(List.of(options));
        return command;
    }

    private static List<String> archive(Stores stores) {
        try (Payments payments = new Payments()) {
            Path folder = Files.createTempDirectory("classes");
            String classPath = classPath(folder);
            Path archive = folder.resolve("program.jsa");
            List<String> command =
                    java("-XX:ArchiveClassesAtExit=" + archive, "-cp", classPath, Program.class.getName());
            command.addAll(Trial.program(stores.create(folder), folder, payments, Duration.ofMinutes(1))
                    .arguments(Program.Role.RUN, "first"));
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            folder.toFile().deleteOnExit();
            try (Stream<Path> files = Files.list(folder)) {
                files.forEach(file -> file.toFile().deleteOnExit());
            }
            return List.of("-XX:SharedArchiveFile=" + archive, "-cp", classPath);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Classes are archived from jars only. */
    private static String classPath(Path folder) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(element);
            jars.add(Files.isDirectory(path) ? jar(path, folder.resolve(jars.size() + ".jar")) : element);
        }
        return String.join(File.pathSeparator, jars);
    }

    private static String jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(path).toString().replace(File.separatorChar, '/')));
                Files.copy(path, zip);
            }
        }
        return jar.toString();
    }
}
