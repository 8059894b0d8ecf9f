package io.stepgraph.engine.effect;

import io.stepgraph.engine.store.EffectId;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The keys that remote systems get. A key follows from the start of the run and the place of the effect: it stays the same if
 * the store is restored from a backup, and differs between stores, whose runs start at other times. The key of an effect with
 * a business key follows from that alone, so that each run, and a store without its record, makes the same.
 */
final class EffectKeys {
    private EffectKeys() {}

    static String of(RunRecord run, EffectId effect, boolean isKeyed) {
        RunKey key = run.key();
        if (isKeyed) {
            return key("business key", key.namespace(), effect.name(), effect.item());
        }
        return key(
                key.namespace(),
                key.id(),
                Long.toString(run.runNumber()),
                run.startedAt().toString(),
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
