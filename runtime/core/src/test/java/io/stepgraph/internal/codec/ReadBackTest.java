package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static io.stepgraph.internal.codec.Codecs.comesBackEqual;
import static io.stepgraph.internal.codec.Codecs.differences;
import static io.stepgraph.internal.codec.Codecs.refusal;
import static io.stepgraph.internal.codec.Codecs.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.NotStorableException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/** R5: a value that comes back with another JSON is refused, with the path; one that comes back as another object is told. */
@Tag("R5")
class ReadBackTest {

    record Anything(Object value) {}

    record Sorted(SortedMap<String, Integer> map) {}

    record Position(int line, int column) {}

    record Indexed(Map<Position, String> map) {}

    record Id(String text) {}

    record ById(Map<Id, String> map) {}

    record Unsorted(Map<String, Integer> map) {}

    record ByMode(Map<PermissionMode, Integer> map) {}

    record Pair(List<String> one, List<String> other, Pair pair) {
        Pair(List<String> one, List<String> other) {
            this(one, other, null);
        }
    }

    static class Parent {
        int a = 1;
    }

    static final class Child extends Parent {
        int b = 2;
    }

    static final class Plainer extends Parent {}

    record Holder(Parent parent) {}

    interface Plain {}

    record Implementation(int n) implements Plain {}

    record Abstract(Plain plain) {}

    static final class Item {
        String name = "";
    }

    static final class Cart {
        List<Item> items = new ArrayList<>();
        Item last;
    }

    static final class Frozen {
        final String name;

        Frozen(@JsonProperty("name") String name) {
            this.name = name;
        }
    }

    record Twice(Frozen one, Frozen other) {}

    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class, property = "@id")
    static final class Known {
        String name = "";
    }

    static final class Both {
        Known one;
        Known other;
    }

    static final class WriteOnly {
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        String text = "";
    }

    static final class Nulls {
        Optional<String> optional;
    }

    record Money(long cents) {
        @JsonValue
        double euros() {
            return cents / 100.0;
        }
    }

    static class Shadowed {
        private int size = 1;

        int parentSize() {
            return size;
        }
    }

    static final class Shadowing extends Shadowed {
        private int size = 2;

        int ownSize() {
            return size;
        }
    }

    static final class Needy {
        final int n;

        Needy(int n, String unnamed) {
            this.n = n + unnamed.length();
        }
    }

    private static void isAnother(Object value, String path, String what) {
        List<ReadBack.Difference> differences = differences(value);
        assertThat(differences).hasSize(1);
        assertThat(differences.get(0).path()).isEqualTo(path);
        assertThat(differences.get(0).what()).contains(what);
    }

    private static void isTheSame(Object value) {
        assertThat(differences(value)).isEmpty();
    }

    static Stream<Arguments> refused() {
        WriteOnly written = new WriteOnly();
        written.text = "x";
        return Stream.of(
                arguments(new Indexed(Map.of(new Position(1, 2), "a")), "Indexed", "a key in JSON is a text"),
                arguments(new ById(Map.of(new Id("a"), "a")), "ById.map[\"Id[text=a]\"]", "a list of records"),
                arguments(new Anything(new BigDecimal("0.1234567890123456789")), "Anything.value", "java.lang.Double"),
                arguments(new Anything(Map.of(1, "x", "1", "y")), "Anything", "one of them is lost"),
                arguments(new Abstract(new Implementation(1)), "Abstract.plain", "cannot be read back"),
                arguments(new Needy(1, ""), "Needy", "cannot be read back"),
                arguments(new Holder(new Child()), "Holder.parent.b", "it is written differently"),
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

    static Stream<Arguments> others() {
        return Stream.of(
                arguments(new Anything(5L), "Anything.value", "java.lang.Long and comes back as java.lang.Integer"),
                arguments(new Anything(List.of(1, Map.of("k", 1.5f))), "Anything.value[1].k", "java.lang.Float"),
                arguments(new Anything(Instant.EPOCH), "Anything.value", "comes back as java.lang.String"),
                arguments(new Anything(new LinkedHashSet<>(List.of("b"))), "Anything.value", "java.util.ArrayList"),
                arguments(new Anything(new Implementation(1)), "Anything.value", "java.util.LinkedHashMap"),
                arguments(new Anything(Map.of(1, "x")), "Anything.value[\"1\"]", "its key"),
                arguments(new Holder(new Plainer()), "Holder.parent", "Plainer"),
                arguments(new Nulls(), "Nulls.optional", "it is null"),
                arguments(new Unsorted(new TreeMap<>(Map.of("b", 1))), "Unsorted.map", "Declare it as sorted"),
                arguments(new Shadowing(), "Shadowing.size", "hides"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void r5AValueThatComesBackAsAnotherObjectIsTold(Object value, String path, String what) {
        isAnother(value, path, what);
    }

    @Test
    void r5ANumberInAnUntypedFieldComesBackAsAnother() {
        comesBackEqual(new Anything(5));
        comesBackEqual(new Anything(Map.of("a", List.of(1, "x", 1.5, true))));
        assertThat(differences(new Anything(List.of(5L, Map.of("k", 1.5f)))))
                .extracting(ReadBack.Difference::path)
                .containsExactly("Anything.value[0]", "Anything.value[1].k");
        assertThat(roundTrip(codec(Anything.class), new Anything(5L))).isEqualTo(new Anything(5));
    }

    @Test
    void r5ASubclassComesBackAsItsParent() {
        comesBackEqual(new Anything(null));
        isTheSame(new Holder(new Parent()));
    }

    @Test
    void r5OneMutableObjectInTwoPlacesComesBackAsTwo() {
        Cart cart = new Cart();
        cart.items.add(new Item());
        cart.last = cart.items.get(0);
        isAnother(cart, "Cart.last", "it is the same object as Cart.items[0]");

        Frozen frozen = new Frozen("x");
        isTheSame(new Twice(frozen, frozen));
        Both both = new Both();
        both.one = new Known();
        both.other = both.one;
        isTheSame(both);
    }

    @Test
    void r5OneListInTwoPlacesComesBackAsTwo() {
        List<String> shared = new ArrayList<>(List.of("x"));
        isAnother(new Pair(shared, shared), "Pair.other", "it is the same object as Pair.one");
        isAnother(new Pair(new ArrayList<>(), shared, new Pair(null, shared, null)), "Pair.pair.other", "Pair.other");
        isTheSame(new Pair(List.of("x"), List.of("x")));
        List<String> constant = List.of("x");
        isTheSame(new Pair(constant, constant));
    }

    @Test
    void r5OrderIsPartOfASortedMap() {
        comesBackEqual(new Sorted(new TreeMap<>(Map.of("b", 1, "a", 2))));
        isTheSame(new ByMode(new EnumMap<>(PermissionMode.class)));
        SortedMap<String, Integer> reverse = new TreeMap<>(Comparator.reverseOrder());
        reverse.put("a", 1);
        isAnother(new Sorted(reverse), "Sorted.map", "its comparator is lost");
        comesBackEqual(new Unsorted(Collections.unmodifiableMap(Map.of("b", 1))));
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

    @Test
    void specialNumbersAndAtomicsComeBack() {
        assertThat(differences(new Counters())).isEmpty();
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
