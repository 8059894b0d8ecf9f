package io.stepgraph.tests.pages;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles snippets as a user's build would: with the processor, and warnings as errors.
 *
 * @param output where the classes go
 * @param printed what javac printed
 */
record Snippets(Path output, String printed) {

    static Snippets compile(Path output, Map<String, String> sources, String... more) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter printed = new StringWriter();
        Files.createDirectories(output);
        List<String> options = new ArrayList<>(List.of(
                "-d",
                output.toString(),
                "-Xlint:all,-processing,-classfile,-options",
                "-Werror",
                "--release",
                "17",
                "-cp",
                System.getProperty("java.class.path"),
                "-processorpath",
                processorPath()));
        options.addAll(List.of(more));
        javac.getTask(
                        printed,
                        null,
                        null,
                        options,
                        null,
                        sources.entrySet().stream()
                                .map(source -> new Source(source.getKey(), source.getValue()))
                                .toList())
                .call();
        return new Snippets(output, printed.toString());
    }

    ClassLoader load() throws IOException {
        URL classes = output.toUri().toURL();
        return new URLClassLoader(new URL[] {classes}, Snippets.class.getClassLoader());
    }

    /** The whole class path: it holds the processor, which no user's would. */
    private static String processorPath() {
        return System.getProperty("java.class.path");
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String name;
        private final String code;

        Source(String name, String code) {
            super(uri(name), JavaFileObject.Kind.SOURCE);
            this.name = name;
            this.code = code;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }

        private static URI uri(String name) {
            try {
                return new URI("memory", null, "/" + name, null);
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException(name, e);
            }
        }
    }
}
