package io.stepgraph.processor.testing;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/** Keeps in memory what a compiler writes. */
final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

    private final Map<String, Output> written = new TreeMap<>();

    InMemory(JavaFileManager manager) {
        super(manager);
    }

    /** The files written, by path. */
    Map<String, Output> written() {
        return written;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
        return output(className.replace('.', '/') + kind.extension, kind);
    }

    @Override
    public FileObject getFileForOutput(Location location, String packageName, String relativeName, FileObject sibling) {
        String path = packageName.isEmpty() ? relativeName : packageName.replace('.', '/') + "/" + relativeName;
        return output(path, JavaFileObject.Kind.OTHER);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return a.toUri().equals(b.toUri());
    }

    private Output output(String path, JavaFileObject.Kind kind) {
        Output output = new Output(path, kind);
        written.put(path, output);
        return output;
    }

    /** A source held as text. */
    static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** A file that was written. */
    static final class Output extends SimpleJavaFileObject {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Output(String path, Kind kind) {
            super(URI.create("memory:///" + path), kind);
        }

        @Override
        public OutputStream openOutputStream() {
            bytes.reset();
            return bytes;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
