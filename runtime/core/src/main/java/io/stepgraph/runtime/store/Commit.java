package io.stepgraph.runtime.store;

import org.jspecify.annotations.Nullable;

/**
 * What one visit leaves behind, written in one transaction (R2).
 *
 * @param revision the revision it follows
 * @param control the control number the owner last saw
 * @param fingerprint the fingerprint of the graph that wrote it
 * @param checkpoint where the run goes on; where it ended
 * @param rest why the run comes to rest and is nobody's any more; null while it goes on
 */
public record Commit(
        long revision,
        long control,
        String fingerprint,
        Checkpoint checkpoint,
        @Nullable Rest rest) {}
