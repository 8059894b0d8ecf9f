package io.stepgraph.internal.effect;

import io.stepgraph.store.EffectId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * The keys that remote systems get. A key follows from the start of the run and the place of the effect: it stays the same if
 * the store is restored from a backup, and differs between stores, whose runs start at other times. The key of an effect with
 * a business key follows from that alone, so that each run, and a store without its record, makes the same.
 */
public final class EffectKeys {
    private EffectKeys() {}

    /** The key of an effect with a business key. */
    public static String of(String namespace, EffectId effect) {
        return key("business key", namespace, effect.name(), effect.item());
    }

    /** The key of an effect of one run. */
    public static String of(String namespace, String runId, long runNumber, Instant startedAt, EffectId effect) {
        return key(
                namespace,
                runId,
                Long.toString(runNumber),
                startedAt.toString(),
                Long.toString(effect.visit()),
                effect.name(),
                effect.item(),
                Integer.toString(effect.ordinal()));
    }

    private static String key(String... parts) {
        return UUID.nameUUIDFromBytes(String.join("\0", parts).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
