package io.stepgraph.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scripts that bring a schema from each version to the next (S4). The first script makes an empty schema one of the
 * oldest version that this build can use.
 *
 * @param oldest the version that the first script makes
 * @param minReader the oldest version whose builds can use the latest schema
 * @param scripts the statements of each script
 */
public record SchemaScripts(int oldest, int minReader, List<List<String>> scripts) {
    /** The version of an empty schema. */
    public static final int NOTHING = 0;

    /** The version that this build creates. */
    public int latest() {
        return oldest + scripts.size() - 1;
    }

    /** The statements that bring a schema of this version, which this build can use, to the latest version. */
    public List<String> from(int version) {
        int applied = version == NOTHING ? 0 : Math.min(version - oldest + 1, scripts.size());
        return scripts.subList(applied, scripts.size()).stream()
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Checks whether this build can use a schema.
     *
     * @param version the version that the schema says it has
     * @param minReader the oldest version that the schema says can use it
     * @param place a word for the place of the schema
     * @return the reason why it cannot, and what to do; null if it can
     */
    public @Nullable String refusal(int version, int minReader, String place) {
        if (minReader > latest()) {
            return "was written by a newer Stepgraph: its schema version is " + version + ", which builds of version "
                    + minReader + " and later can use, and this one is of version " + latest()
                    + "; take a newer Stepgraph";
        }
        if (version < oldest) {
            return "was written by an older Stepgraph: its schema version is " + version
                    + ", and this build needs version " + oldest + " or later; finish its runs with that Stepgraph, and"
                    + " give this one another " + place;
        }
        return null;
    }
}
