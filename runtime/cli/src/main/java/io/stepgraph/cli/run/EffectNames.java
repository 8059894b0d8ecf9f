package io.stepgraph.cli.run;

import io.stepgraph.store.EffectRecord;

/** The names of effects as the command line shows and takes them: {@code NAME}, or {@code NAME:ITEM}. */
public final class EffectNames {
    private EffectNames() {}

    /** The name of an effect. */
    public static String of(EffectRecord effect) {
        return of(effect.id().name(), effect.item());
    }

    /** The name of an effect. */
    public static String of(String name, String item) {
        return item.isEmpty() ? name : name + ":" + item;
    }
}
