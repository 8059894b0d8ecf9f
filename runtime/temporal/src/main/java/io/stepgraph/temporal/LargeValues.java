package io.stepgraph.temporal;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.temporal.workflow.LargeValue;
import io.temporal.payload.context.HasWorkflowSerializationContext;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Large values as Temporal gets them: the value is a blob, and a small document that names the blob travels in its
 * place. This is the claim check of <a
 * href="https://www.enterpriseintegrationpatterns.com/StoreInLibrary.html">Enterprise Integration Patterns</a>. Equal
 * values of a run share a blob, so a state that stays the same is stored once. Safe for use by many threads.
 */
final class LargeValues {
    /** Smaller values travel in Temporal's messages. */
    private static final int MOST_INLINE = 32 << 10;

    private final @Nullable BlobStore blobs;

    /**
     * Creates the large values of an engine.
     *
     * @param blobs null if all values travel in messages
     */
    LargeValues(@Nullable BlobStore blobs) {
        this.blobs = blobs;
    }

    /** The value, or what travels in its place. */
    Json written(Json value, @Nullable HasWorkflowSerializationContext workflow) {
        if (blobs == null || workflow == null || value.size() <= MOST_INLINE) {
            return value;
        }
        String key = BlobKeys.of(workflow.getNamespace(), workflow.getWorkflowId(), hash(value.utf8()));
        try {
            blobs.put(key, value.utf8());
        } catch (IOException failed) {
            throw new StoreUnavailableException(
                    "A value of " + value.size() + " bytes of workflow '" + workflow.getWorkflowId()
                            + "' was not stored as blob '" + key + "': " + failed,
                    failed);
        }
        return LargeValue.of(key);
    }

    /**
     * The value itself.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if its blob is gone or damaged
     * @throws StoreUnavailableException if its blob cannot be read at present
     * @throws StepgraphException with {@link ErrorCode#INCOMPATIBLE_STORE} if this engine has no blobs
     */
    Json whole(Json value) {
        String key = LargeValue.key(value);
        if (key == null) {
            return value;
        }
        if (blobs == null) {
            throw new StepgraphException(
                    ErrorCode.INCOMPATIBLE_STORE,
                    "A value is kept as blob '" + key
                            + "', and this engine has no blobs. Build it with blobs(...), as the process that wrote the value.");
        }
        byte[] bytes;
        try {
            bytes = blobs.get(key);
        } catch (IOException failed) {
            throw new StoreUnavailableException("Blob '" + key + "' cannot be read: " + failed, failed);
        }
        if (bytes == null) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "Blob '" + key + "' is gone. Restore it from a backup; the run then continues.");
        }
        if (!key.endsWith("/" + hash(bytes))) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "Blob '" + key + "' is damaged. Restore it from a backup; the run then continues.");
        }
        return new Json(bytes);
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
