package io.stepgraph.runtime.json;

import static io.stepgraph.runtime.json.Codecs.codec;
import static io.stepgraph.runtime.json.Codecs.comesBackEqual;
import static io.stepgraph.runtime.json.Codecs.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.stepgraph.runtime.UnstorableState;
import io.stepgraph.runtime.store.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** R5: a value that would come back as another is found by the first commit, with the path. */
class ReadBackTest {

    record Anything(Object value) {}

    record Sorted(SortedMap<String, Integer> map) {}

    record Unsorted(Map<String, Integer> map) {}

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

    private static void isRefused(Object value, String path, String what) {
        UnstorableState refusal = refusal(value);
        assertThat(refusal).isNotNull();
        assertThat(refusal.path()).isEqualTo(path);
        assertThat(refusal).hasMessageContaining(what);
    }

    @Test
    void r5ANumberInAnUntypedFieldComesBackAsAnother() {
        comesBackEqual(new Anything(5));
        comesBackEqual(new Anything(Map.of("a", List.of(1, "x", 1.5, true))));
        isRefused(new Anything(5L), "Anything.value", "it is java.lang.Long and comes back as java.lang.Integer");
        isRefused(new Anything(List.of(1, Map.of("k", 1.5f))), "Anything.value[1].k", "java.lang.Float");
    }

    @Test
    void r5ARecordInAnUntypedFieldComesBackAsAMap() {
        isRefused(new Anything(new Implementation(1)), "Anything.value", "java.util.LinkedHashMap");
        isRefused(new Anything(Map.of(1, "x")), "Anything.value[\"1\"]", "its key");
    }

    @Test
    void r5ASubclassComesBackAsItsParent() {
        comesBackEqual(new Anything(null));
        assertThat(refusal(new Holder(new Parent()))).isNull();
        isRefused(new Holder(new Child()), "Holder.parent", "Child");
    }

    @Test
    void r5AnInterfaceThatIsNotSealedCannotBeReadBack() {
        isRefused(new Abstract(new Implementation(1)), "Abstract.plain", "cannot be read back");
    }

    @Test
    void r5AClassThatJacksonCannotBuildCannotBeReadBack() {
        isRefused(new Needy(1, ""), "Needy", "cannot be read back");
    }

    @Test
    void r5OneMutableObjectInTwoPlacesComesBackAsTwo() {
        Cart cart = new Cart();
        cart.items.add(new Item());
        cart.last = cart.items.get(0);
        isRefused(cart, "Cart.last", "it is the same object as Cart.items[0]");

        Frozen frozen = new Frozen("x");
        assertThat(refusal(new Twice(frozen, frozen))).isNull();
        Both both = new Both();
        both.one = new Known();
        both.other = both.one;
        assertThat(refusal(both)).isNull();
    }

    @Test
    void r5AFieldThatIsWrittenButNotReadIsFound() {
        WriteOnly value = new WriteOnly();
        value.text = "x";
        isRefused(value, "WriteOnly.text", "");
    }

    @Test
    void r5NullIsNotAnEmptyOptional() {
        isRefused(new Nulls(), "Nulls.optional", "it is null");
    }

    @Test
    void r5OrderIsPartOfASortedMap() {
        comesBackEqual(new Sorted(new TreeMap<>(Map.of("b", 1, "a", 2))));
        isRefused(new Unsorted(new TreeMap<>(Map.of("b", 1))), "Unsorted.map", "Declare it as sorted");
        SortedMap<String, Integer> reverse = new TreeMap<>(Comparator.reverseOrder());
        reverse.put("a", 1);
        isRefused(new Sorted(reverse), "Sorted.map", "its comparator is lost");
        comesBackEqual(new Unsorted(Collections.unmodifiableMap(Map.of("b", 1))));
    }

    @Test
    void r5AFieldThatHidesOneOfItsParentIsFound() {
        isRefused(new Shadowing(), "Shadowing.size", "hides");
    }

    @Test
    void r5AValueWrittenByTheUserIsComparedByItsEquals() {
        UnstorableState refusal = refusal(new Money(150));

        assertThat(refusal).isNotNull();
    }

    @Test
    void verifyComparesWithWhatWasWritten() {
        ValueCodec codec = codec(Anything.class);

        assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(
                                UnstorableState.class,
                                () -> codec.verify(new Anything("a"), Json.of("{\"value\":\"b\"}")))
                        .path())
                .isEqualTo("Anything.value");
    }
}
