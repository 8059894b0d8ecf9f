package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static io.stepgraph.internal.codec.Codecs.refusal;
import static io.stepgraph.internal.codec.Codecs.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.graph.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.annotation.JsonTypeIdResolver;
import tools.jackson.databind.jsontype.impl.ClassNameIdResolver;

/** S6: no name in stored data can name a class, whatever the user's annotations ask for. */
@Tag("S6")
class NoClassByNameTest {
    private static final AtomicBoolean BUILT = new AtomicBoolean();

    static final class Gadget {
        Gadget() {
            BUILT.set(true);
        }
    }

    record Untyped(
            @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object value) {}

    record Listed(
            @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS, include = JsonTypeInfo.As.WRAPPER_ARRAY)
            List<Object> values) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    sealed interface ByClass permits One, Two {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
    sealed interface ByMinimalClass permits One {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM)
    @JsonTypeIdResolver(ClassNameIdResolver.class)
    sealed interface ByCustom permits One {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    sealed interface ByDeduction permits One {}

    record One(int n) implements ByClass, ByMinimalClass, ByCustom, ByDeduction {}

    record Two() implements ByClass {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface NotSealed {}

    record Open(NotSealed value) {}

    record OpenValue() implements NotSealed {}

    @Test
    void s6ClassNamesInUntypedDataStayText() {
        String gadget = Gadget.class.getName();
        for (String document :
                List.of("{\"value\":{\"@class\":\"" + gadget + "\"}}", "{\"value\":[\"" + gadget + "\",{}]}")) {
            Untyped untyped = (Untyped) codec(Untyped.class).read(Json.of(document));
            assertThat(untyped.value()).isInstanceOfAny(Map.class, List.class);
        }
        Listed listed = (Listed) codec(Listed.class).read(Json.of("{\"values\":[[\"" + gadget + "\",{}]]}"));
        assertThat(listed.values()).isEqualTo(List.of(List.of(gadget, Map.of())));
        assertThat(BUILT).isFalse();
    }

    @Test
    void s6TypingByClassNameIsAsIfNotThere() {
        for (Class<?> type : List.of(ByClass.class, ByMinimalClass.class, ByCustom.class, ByDeduction.class)) {
            ValueCodec codec = codec(type);
            assertThat(codec.write(new One(1)).text()).isEqualTo("{\"@type\":\"One\",\"n\":1}");
            assertThat(roundTrip(codec, new One(1))).isEqualTo(new One(1));
            assertThatThrownBy(() -> codec.read(Json.of("{\"@class\":\"" + One.class.getName() + "\",\"n\":1}")))
                    .isInstanceOf(UnreadableValueException.class);
        }
    }

    @Test
    void s6AnOpenTypeTypedByClassNameIsNotReadAtAll() {
        assertThatThrownBy(() -> codec(Open.class)
                        .read(Json.of("{\"value\":{\"@class\":\"" + OpenValue.class.getName() + "\"}}")))
                .isInstanceOf(UnreadableValueException.class)
                .hasMessageContaining("Open.value");
        assertThat(refusal(new Open(new OpenValue())).path()).isEqualTo("Open.value");
    }
}
