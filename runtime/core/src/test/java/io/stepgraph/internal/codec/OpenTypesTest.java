package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.stepgraph.internal.json.JavaTypes;
import io.stepgraph.internal.json.Mappers;
import io.stepgraph.internal.json.SealedTypesTest;
import io.stepgraph.internal.json.TypeWalk;
import io.stepgraph.runtime.graph.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.json.JsonMapper;

/** R5: which types hold objects of classes that they do not declare, so that any value may come back as another. */
@Tag("R5")
class OpenTypesTest {
    record Closed(String text, List<Map<String, Closed>> parts, SortedMap<String, Optional<Integer>> counts) {}

    record Facts(Map<String, Object> facts) {}

    record Deep(List<Optional<Facts>> deep) {}

    record Numbers(List<Number> numbers) {}

    record Wild(List<?> any) {}

    record Box<T>(T content) {}

    record Boxes(Box<String> texts, Box<? extends Comparable<String>> any) {}

    record Tree(JsonNode tree) {}

    sealed interface Shape permits Circle, Group {}

    record Circle(int radius) implements Shape {}

    record Group(Object center) implements Shape {}

    record Delegated(@JsonValue Map<String, Object> facts) {}

    record Unwrapped(@JsonUnwrapped Facts facts) {}

    record Entries(List<Map.Entry<String, Object>> entries) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Named.Sub.class))
    static class Named {
        static final class Sub extends Named {}
    }

    record OwnReader(@JsonDeserialize(using = Reader.class) Circle circle) {}

    static final class Reader extends ValueDeserializer<Circle> {
        @Override
        public Circle deserialize(JsonParser from, DeserializationContext context) {
            from.skipChildren();
            return new Circle(1);
        }
    }

    static final class Additional {
        private final Map<String, Object> more = new LinkedHashMap<>();

        @JsonAnyGetter
        Map<String, Object> more() {
            return more;
        }

        @JsonAnySetter
        void put(String name, Object value) {
            more.put(name, value);
        }
    }

    private static boolean isOpen(Class<?> type, ValueType... arguments) {
        JsonMapper mapper = new Mappers(null).stored();
        return TypeWalk.isOpen(mapper, JavaTypes.of(mapper.getTypeFactory(), ValueType.of(type, arguments)));
    }

    @Test
    void r5TypesThatDeclareAllTheyHoldAreClosed() {
        assertThat(isOpen(Closed.class)).isFalse();
        assertThat(isOpen(Circle.class)).isFalse();
        assertThat(isOpen(Box.class, ValueType.of(String.class))).isFalse();
    }

    @Test
    void r5TypesThatReachAnObjectOfAnyClassAreOpen() {
        for (Class<?> type : List.of(
                Facts.class,
                Deep.class,
                Numbers.class,
                Wild.class,
                Boxes.class,
                Tree.class,
                Shape.class,
                Delegated.class,
                Unwrapped.class,
                Entries.class,
                Named.class,
                OwnReader.class,
                Additional.class)) {
            assertThat(isOpen(type)).as(type.getSimpleName()).isTrue();
        }
        assertThat(isOpen(Map.class, ValueType.of(String.class), ValueType.of(Object.class)))
                .isTrue();
    }

    @Test
    void onlyRecordsOfValuesAllTheWayDownAreImmutable() {
        assertThat(codec(StoredValuesTest.Scalars.class).isImmutable()).isTrue();
        assertThat(codec(StoredValuesTest.Times.class).isImmutable()).isTrue();
        assertThat(codec(StoredValuesTest.Aged.class).isImmutable()).isTrue();
        assertThat(codec(StoredValuesTest.Containers.class).isImmutable()).isFalse();
        assertThat(codec(StoredValuesTest.Bytes.class).isImmutable()).isFalse();
        assertThat(codec(StoredValuesTest.Essay.class).isImmutable()).isFalse();
        assertThat(codec(Object.class).isImmutable()).isFalse();
        assertThat(codec(Optional.class, ValueType.of(String.class)).isImmutable())
                .isTrue();
        assertThat(codec(Optional.class, ValueType.of(StoredValuesTest.Essay.class))
                        .isImmutable())
                .isFalse();
    }

    @Test
    void sealedTypesOfImmutableLeavesAreImmutable() {
        assertThat(codec(SealedTypesTest.Renamed.class).isImmutable()).isTrue();
        assertThat(codec(SealedTypesTest.Decision.class).isImmutable()).isFalse();
        assertThat(codec(SealedTypesTest.Rude.class).isImmutable()).isTrue();
        assertThat(codec(SealedTypesTest.Result.class, ValueType.of(String.class))
                        .isImmutable())
                .isFalse();
    }
}
