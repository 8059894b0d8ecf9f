package io.stepgraph.processor.report;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.tools.FileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;

/**
 * Finds classes that are compiled without the names of their parameters. No processor sees javac's option
 * {@code -parameters}, so this looks into the class files as soon as javac has written them. Only javac loads this
 * class.
 */
final class ParameterNames implements TaskListener {

    private final ProcessingEnvironment environment;
    private final Map<String, List<Runnable>> awaited = new HashMap<>();

    private ParameterNames(ProcessingEnvironment environment) {
        this.environment = environment;
    }

    static ParameterNames of(ProcessingEnvironment environment) {
        ParameterNames names = new ParameterNames(environment);
        JavacTask.instance(environment).addTaskListener(names);
        return names;
    }

    /** Reports after the class file of this type is written, if it has no names, and never if it is not written now. */
    void ifMissing(TypeElement type, Runnable report) {
        awaited.computeIfAbsent(binaryName(type), name -> new ArrayList<>()).add(report);
    }

    @Override
    public void finished(TaskEvent event) {
        if (event.getKind() == TaskEvent.Kind.GENERATE && !awaited.isEmpty()) {
            String name = binaryName(event.getTypeElement());
            List<Runnable> reports = awaited.remove(name);
            if (reports != null && isWithoutNames(name)) {
                reports.forEach(Runnable::run);
                forget(name, event.getSourceFile());
            }
        }
    }

    private String binaryName(TypeElement type) {
        return environment.getElementUtils().getBinaryName(type).toString();
    }

    /** A class file names each attribute that it has, and this one has no other use. */
    private boolean isWithoutNames(String type) {
        try (InputStream in = classFile(type).openInputStream()) {
            return !new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains("MethodParameters");
        } catch (IOException | IllegalArgumentException unknown) {
            return false;
        }
    }

    /**
     * Deletes the class file, so that the next build compiles it again and reports again: with all class files there,
     * Maven takes the module to be up to date. Maven looks for the class that a source file is named after.
     */
    private void forget(String type, JavaFileObject source) {
        String file = Path.of(source.getName()).getFileName().toString();
        String main = type.substring(0, type.lastIndexOf('.') + 1) + file.replaceFirst("\\.java$", "");
        try {
            Files.deleteIfExists(Path.of(classFile(type).toUri()));
            Files.deleteIfExists(Path.of(classFile(main).toUri()));
        } catch (IOException | IllegalArgumentException | FileSystemNotFoundException elsewhere) {
            // The output is not a folder, so no build tool looks there.
        }
    }

    private FileObject classFile(String type) throws IOException {
        int dot = type.lastIndexOf('.');
        return environment
                .getFiler()
                .getResource(
                        StandardLocation.CLASS_OUTPUT,
                        dot < 0 ? "" : type.substring(0, dot),
                        type.substring(dot + 1) + ".class");
    }
}
