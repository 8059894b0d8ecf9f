package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static io.stepgraph.internal.codec.Codecs.differences;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** R5: what comes back as it should is no difference, whatever {@code equals} says. */
@Tag("R5")
class HarmlessDifferencesTest {

    static final class Counters {
        AtomicLong count = new AtomicLong(3);
        AtomicReference<Object> reference = new AtomicReference<>("x");
        float ratio = 0.1f;
        List<Double> special = List.of(Double.NaN, Double.NEGATIVE_INFINITY, -0.0);
    }

    static final class Sets {
        HashSet<ReadBackTest.Item> unordered = new HashSet<>();
        Set<String> ordered = new HashSet<>();
        JsonNode tree;
    }

    static final class Transient {
        transient int cache = 5;
        int kept = 1;
    }

    @Test
    void specialNumbersAndAtomicsComeBack() {
        assertThat(differences(new Counters())).isEmpty();
    }

    @Test
    void setsAndTreesComeBackWhateverTheirOrder() {
        Sets sets = new Sets();
        for (int i = 0; i < 20; i++) {
            ReadBackTest.Item item = new ReadBackTest.Item();
            item.name = "item " + i;
            sets.unordered.add(item);
            sets.ordered.add(item.name);
        }
        sets.tree = JsonNodeFactory.instance.objectNode().put("long", 5L).put("float", 1.5f);

        assertThat(differences(sets)).isEmpty();
    }

    @Test
    void r5WhatTheUserHasMarkedTransientIsLeftOut() {
        Transient value = new Transient();
        value.cache = 7;

        assertThat(differences(value)).isEmpty();
        assertThat(codec(Transient.class).write(value).text()).isEqualTo("{\"kept\":1}");
    }
}
