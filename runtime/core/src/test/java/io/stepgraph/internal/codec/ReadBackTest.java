package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static io.stepgraph.internal.codec.Codecs.comesBackEqual;
import static io.stepgraph.internal.codec.Codecs.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.stepgraph.runtime.NotStorableException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** R5: a value that comes back with another JSON is refused, with the path. */
@Tag("R5")
class ReadBackTest {

    record Anything(Object value) {}

    record Sorted(SortedMap<String, Integer> map) {}

    record Position(int line, int column) {}

    record Indexed(Map<Position, String> map) {}

    record Id(String text) {}

    record ById(Map<Id, String> map) {}

    static class Parent {
        int a = 1;
    }

    static final class Child extends Parent {
        int b = 2;
    }

    record Holder(Parent parent) {}

    interface Plain {}

    record Implementation(int n) implements Plain {}

    record Abstract(Plain plain) {}

    static final class Item {
        String name = "";
    }

    static final class WriteOnly {
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        String text = "";
    }

    record Money(long cents) {
        @JsonValue
        double euros() {
            return cents / 100.0;
        }
    }

    static final class Needy {
        final int n;

        Needy(int n, String unnamed) {
            this.n = n + unnamed.length();
        }
    }

    static final class Counters {
        AtomicLong count = new AtomicLong(3);
        AtomicReference<Object> reference = new AtomicReference<>("x");
        float ratio = 0.1f;
        List<Double> special = List.of(Double.NaN, Double.NEGATIVE_INFINITY, -0.0);
    }

    static final class Sets {
        HashSet<Item> unordered = new HashSet<>();
        Set<String> ordered = new HashSet<>();
        JsonNode tree;
    }

    static final class Transient {
        transient int cache = 5;
        int kept = 1;
    }

    static Stream<Arguments> refused() {
        WriteOnly written = new WriteOnly();
        written.text = "x";
        return Stream.of(
                arguments(new Indexed(Map.of(new Position(1, 2), "a")), "Indexed", "Key deserializer"),
                arguments(new ById(Map.of(new Id("a"), "b")), "ById.map[\"Id[text=a]\"]", "came back as nothing"),
                arguments(new Anything(Map.of(1, "x", "1", "y")), "Anything", "one of them is lost"),
                arguments(new Abstract(new Implementation(1)), "Abstract.plain", "cannot be read back"),
                arguments(new Needy(1, ""), "Needy", "cannot be read back"),
                arguments(new Holder(new Child()), "Holder.parent.b", "written as 2 and came back as nothing"),
                arguments(written, "WriteOnly.text", ""),
                arguments(new Money(150), "Money", ""));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void r5AValueWhoseJsonWouldBeAnotherIsRefused(Object value, String path, String what) {
        NotStorableException refusal = refusal(value);
        assertThat(refusal).isNotNull();
        assertThat(refusal.path()).isEqualTo(path);
        assertThat(refusal).hasMessageContaining(what);
    }

    @Test
    void r5AValueOfAnOpenTypeGoesOnAsItIsRead() {
        assertThat(codec(Anything.class).store(new Anything(5L)).value()).isEqualTo(new Anything(5));
        Sorted closed = new Sorted(new TreeMap<>());
        assertThat(codec(Sorted.class).store(closed).value()).isSameAs(closed);
    }

    @Test
    void sortedMapsSpecialNumbersAndAtomicsComeBack() {
        comesBackEqual(new Sorted(new TreeMap<>(Map.of("b", 1, "a", 2))));
        comesBackEqual(new Anything(new BigDecimal("0.1234567890123456789")));
        assertThat(refusal(new Counters())).isNull();
    }

    @Test
    void setsAndTreesComeBackWhateverTheirOrder() {
        Sets sets = new Sets();
        for (int i = 0; i < 20; i++) {
            Item item = new Item();
            item.name = "item " + i;
            sets.unordered.add(item);
            sets.ordered.add(item.name);
        }
        sets.tree = JsonNodeFactory.instance.objectNode().put("long", 5L).put("float", 1.5f);

        assertThat(refusal(sets)).isNull();
    }

    @Test
    void r5WhatTheUserHasMarkedTransientIsLeftOut() {
        Transient value = new Transient();
        value.cache = 7;

        assertThat(codec(Transient.class).write(value).text()).isEqualTo("{\"kept\":1}");
    }
}
