package io.stepgraph.crash;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The class path of this test, with an archive of the classes that the programs load for a store: they start in half the time.
 */
final class ClassArchive {
    private static final Map<Stores, List<String>> MADE = new EnumMap<>(Stores.class);

    private ClassArchive() {}

    /** The JVM options of a child process that opens such a store. */
    static synchronized List<String> arguments(Stores stores) {
        return MADE.computeIfAbsent(stores, ClassArchive::make);
    }

    private static List<String> make(Stores stores) {
        try {
            Path folder = Files.createTempDirectory("classes");
            String classPath = classPath(folder);
            Path archive = folder.resolve("programs.jsa");
            new ProcessBuilder(java(
                            List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", classPath, Traveller.class.getName()),
                            List.of(stores.create(folder), folder.toString(), "first", "60000", "1", "KEEP_OUTCOME")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
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

    /** A command with what all programs have in common. */
    static List<String> java(List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        // Without this, the JVM's messages on its archive would mix with the program's output.
        command.addAll(
                List.of("-Xlog:disable", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx64m"));
        command.add(NativeLibrary.ARGUMENT);
        command.addAll(options);
        command.addAll(arguments);
        return command;
    }

    /** Classes are archived from jars only. */
    private static String classPath(Path folder) throws IOException {
        folder.toFile().deleteOnExit();
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
