package io.stepgraph.temporal;

import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Deletes the blobs of workflows that Temporal does not have. */
final class BlobPruner {
    private final BlobStore blobs;
    private final WorkflowClient client;
    private final Map<String, Boolean> isKnown = new HashMap<>();

    BlobPruner(BlobStore blobs, WorkflowClient client) {
        this.blobs = blobs;
        this.client = client;
    }

    /** Deletes those that were stored before a time; returns how many. */
    long prune(Instant before) {
        String namespace = client.getOptions().getNamespace();
        List<String> old = new ArrayList<>();
        try {
            blobs.forEach(blob -> {
                if (blob.storedAt().isBefore(before)) {
                    old.add(blob.key());
                }
            });
            long deleted = 0;
            for (String key : old) {
                String workflowId = BlobKeys.workflowId(key, namespace);
                if (workflowId != null && !isKnown.computeIfAbsent(workflowId, this::exists)) {
                    blobs.delete(key);
                    deleted++;
                }
            }
            return deleted;
        } catch (IOException failed) {
            throw new StoreUnavailableException("The blobs cannot be pruned at present: " + failed, failed);
        }
    }

    private boolean exists(String workflowId) {
        try {
            Calls.mapped(
                    workflowId, () -> client.newUntypedWorkflowStub(workflowId).describe());
            return true;
        } catch (RunNotFoundException gone) {
            return false;
        }
    }
}
