package io.stepgraph.temporal;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Keys of blobs: the namespace of Temporal, the id of the workflow, and the hash of the bytes. Capital letters are
 * escaped, because some file systems do not tell them from small ones.
 */
final class BlobKeys {
    private BlobKeys() {}

    static String of(String namespace, String workflowId, String hash) {
        return escaped(namespace) + "/" + escaped(workflowId) + "/" + hash;
    }

    /** The workflow of a blob; null if the blob is of another namespace, or its key has another form. */
    static @Nullable String workflowId(String key, String namespace) {
        String[] parts = key.split("/", -1);
        return parts.length == 3 && parts[0].equals(escaped(namespace)) && parts[2].matches("[0-9a-f]{64}")
                ? URLDecoder.decode(parts[1], StandardCharsets.UTF_8)
                : null;
    }

    private static String escaped(String name) {
        StringBuilder escaped = new StringBuilder();
        for (byte unit : name.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain =
                    (unit >= 'a' && unit <= 'z') || (unit >= '0' && unit <= '9') || unit == '-' || unit == '_';
            escaped.append(
                    isPlain ? String.valueOf((char) unit) : "%" + HexFormat.of().toHexDigits(unit));
        }
        return escaped.toString();
    }
}
