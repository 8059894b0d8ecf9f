package io.stepgraph.processor.testing;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static javax.tools.StandardLocation.CLASS_OUTPUT;
import static javax.tools.StandardLocation.SOURCE_OUTPUT;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.JavaFileManager.Location;

/**
 * Generated files that were reviewed. After a change that is meant, {@code mvn -pl processor -am test
 * -Dtest=GoldenTest,DiagnosticsGuideTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dgolden.update=true} writes them again, for the difference to be reviewed.
 */
public final class Golden {

    private static final Path FOLDER = Path.of("src/test/resources/golden");

    private Golden() {}

    /** Whether golden files are written instead of compared. */
    public static boolean isUpdated() {
        return Boolean.getBoolean("golden.update");
    }

    /** Compares a generated class with the golden file of its simple name. */
    public static void assertSource(Compilation compilation, String type) throws IOException {
        String path = type.replace('.', '/') + ".java";
        Path golden = golden(compilation, SOURCE_OUTPUT, path);
        assertThat(compilation).generatedSourceFile(type).contentsAsUtf8String().isEqualTo(Files.readString(golden));
    }

    /** Compares a generated resource with the golden file of its name. */
    public static void assertResource(Compilation compilation, String path) throws IOException {
        Path golden = golden(compilation, CLASS_OUTPUT, path);
        assertThat(compilation)
                .generatedFile(CLASS_OUTPUT, path)
                .contentsAsUtf8String()
                .isEqualTo(Files.readString(golden));
    }

    private static Path golden(Compilation compilation, Location location, String path) throws IOException {
        Path golden = FOLDER.resolve(path.substring(path.lastIndexOf('/') + 1));
        if (isUpdated()) {
            Files.writeString(golden, Javac.text(compilation, location, path));
        }
        return golden;
    }
}
