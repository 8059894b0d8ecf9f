package io.stepgraph.internal.json;

import static io.stepgraph.internal.codec.Codecs.codec;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.internal.codec.JsonDiff;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** R3: equal values are equal documents in every process, and a difference is named. */
@Tag("R3")
class CanonicalTest {

    record Label(String name, Set<Integer> numbers) {}

    record Tagged(Set<Label> tags, Map<String, Set<String>> byName, List<String> order, Collection<String> any) {}

    private String canonical(String json) {
        return Canonical.normalised(Canonical.tree(Json.of(json))).text();
    }

    @Test
    void r3KeysAreSortedAndTheOrderOfArraysIsKept() {
        assertThat(canonical("{\"b\":[2,1],\"a\":{\"d\":null,\"c\":\"x\"},\"@type\":\"T\"}"))
                .isEqualTo("{\"@type\":\"T\",\"a\":{\"c\":\"x\",\"d\":null},\"b\":[2,1]}");
    }

    @Test
    void r3NumbersAreNormalised() {
        assertThat(canonical("[1,1.0,1.00,1e0,10e-1,100,1E2,-0.0,0,0.10,1e-3]"))
                .isEqualTo("[1,1,1,1,1,100,100,0,0,0.1,0.001]");
        assertThat(canonical("[9007199254740993,0.1234567890123456789012345678901234567890,1e999999999]"))
                .isEqualTo("[9007199254740993,0.123456789012345678901234567890123456789,1E+999999999]");
    }

    @Test
    void r3SetsAreSortedWhereverTheyAre() {
        Set<Label> some = new LinkedHashSet<>(List.of(new Label("b", set(2, 1, 10)), new Label("a", set(3))));
        Set<Label> same = new LinkedHashSet<>(List.of(new Label("a", set(3)), new Label("b", set(10, 1, 2))));
        ValueCodec values = codec(Tagged.class);
        Map<String, Set<String>> one = new LinkedHashMap<>();
        one.put("x", set("b", "a"));
        one.put("y", set());
        Map<String, Set<String>> other = new LinkedHashMap<>();
        other.put("y", set());
        other.put("x", set("a", "b"));

        Json first = values.canonical(new Tagged(some, one, List.of("z", "a"), List.of("q", "b")));
        Json second = values.canonical(new Tagged(same, other, List.of("z", "a"), List.of("q", "b")));

        assertThat(first).isEqualTo(second);
        assertThat(first.text())
                .isEqualTo("{\"any\":[\"q\",\"b\"],\"byName\":{\"x\":[\"a\",\"b\"],\"y\":[]},\"order\":[\"z\",\"a\"],"
                        + "\"tags\":[{\"name\":\"a\",\"numbers\":[3]},{\"name\":\"b\",\"numbers\":[1,10,2]}]}");
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static <T> Set<T> set(T... elements) {
        return new LinkedHashSet<>(Arrays.asList(elements));
    }

    @Test
    void r3ASetAtTheRootIsSorted() {
        ValueCodec values = codec(Set.class, ValueType.of(String.class));

        assertThat(values.canonical(set("b", "a")).text()).isEqualTo("[\"a\",\"b\"]");
        assertThat(values.write(set("b", "a")).text()).isEqualTo("[\"b\",\"a\"]");
    }

    @Test
    void r3TheFirstDifferenceIsNamed() {
        assertThat(difference("{\"a\":1,\"b\":[]}", "{\"b\":[],\"a\":1.0}")).isNull();
        assertThat(difference("{\"notes\":[0,1,{\"text\":\"a\"}]}", "{\"notes\":[0,1,{\"text\":\"b\"}]}"))
                .isEqualTo("notes[2].text");
        assertThat(difference("{\"notes\":[0]}", "{\"notes\":[0,1]}")).isEqualTo("notes[1]");
        assertThat(difference("{\"a\":1}", "{\"a\":1,\"b c\":2}")).isEqualTo("[\"b c\"]");
        assertThat(difference("{\"a\":1}", "{\"a\":null}")).isEqualTo("a");
        assertThat(difference("{\"a\":1}", "{\"a\":\"1\"}")).isEqualTo("a");
        assertThat(difference("{\"a\":[1]}", "{\"a\":[2]}")).isEqualTo("a[0]");
        assertThat(difference("1", "2")).isEmpty();
    }

    private String difference(String one, String other) {
        return JsonDiff.pathBetween(Json.of(one), Json.of(other));
    }
}
