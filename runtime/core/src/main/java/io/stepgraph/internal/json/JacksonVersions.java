package io.stepgraph.internal.json;

import com.fasterxml.jackson.annotation.JsonApplyView;
import com.fasterxml.jackson.annotation.JsonSerializeAs;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.cfg.PackageVersion;

/**
 * Says which part of Jackson is too old, before it fails with an error of linkage: the dependency management of a
 * program, such as the BOM of a framework, may have chosen older versions than this library asks for.
 */
final class JacksonVersions {
    private static final int OLDEST_MINOR = 1;

    /** The annotations of Jackson 3.1 are those of 2.21. */
    private static final int ANNOTATIONS_AHEAD = 20;

    private JacksonVersions() {}

    /**
     * Checks that the parts on the class path are new enough, and as new as Jackson's databind needs them.
     *
     * @throws IllegalStateException if one is not
     */
    static void check() {
        Version databind = PackageVersion.VERSION;
        int minor = databind.getMinorVersion();
        if (minor < OLDEST_MINOR) {
            throw tooOld("tools.jackson.core:jackson-databind 3." + OLDEST_MINOR, databind.toString(), null);
        }
        Version core = tools.jackson.core.json.PackageVersion.VERSION;
        if (core.getMinorVersion() < minor) {
            throw tooOld("tools.jackson.core:jackson-core 3." + minor, core.toString(), null);
        }
        try {
            Class<?> unused = minor == OLDEST_MINOR ? JsonSerializeAs.class : JsonApplyView.class;
        } catch (NoClassDefFoundError older) {
            throw tooOld(
                    "com.fasterxml.jackson.core:jackson-annotations 2." + (minor + ANNOTATIONS_AHEAD),
                    JsonValue.class.getPackage().getImplementationVersion(),
                    older);
        }
    }

    private static IllegalStateException tooOld(String needed, @Nullable String present, @Nullable Throwable cause) {
        return new IllegalStateException(
                "Stepgraph needs " + needed + " or later; the class path has "
                        + (present == null ? "an older one" : present)
                        + ". Set its version in your build: a BOM may manage an older one.",
                cause);
    }
}
