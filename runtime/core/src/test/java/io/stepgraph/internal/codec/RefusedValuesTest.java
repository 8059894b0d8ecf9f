package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.MAX_BYTES;
import static io.stepgraph.internal.codec.Codecs.codec;
import static io.stepgraph.internal.codec.Codecs.comesBackEqual;
import static io.stepgraph.internal.codec.Codecs.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.stepgraph.internal.json.Mappers;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** R12: what cannot be stored is found when it is written, names the field, and says what to do. */
@Tag("R12")
class RefusedValuesTest {

    static final class Essay {
        String request = "why?";
        Map<String, Object> meta = new HashMap<>();
        List<Object> notes = new ArrayList<>();
        Essay parent;
    }

    static final class Throwing {
        @JsonProperty
        String getText() {
            throw new IllegalStateException("not now");
        }
    }

    record Node(Node next) {}

    record Numbers(BigDecimal decimal, BigInteger integer, Map<String, String> map) {}

    @Test
    void r12ALambdaIsNoData() {
        Essay essay = new Essay();
        essay.meta.put("handler", (Runnable) () -> {});

        NotStorableException refusal = refusal(essay);

        assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_STORABLE);
        assertThat(refusal.path()).isEqualTo("Essay.meta.handler");
        assertThat(refusal)
                .hasMessageStartingWith("Essay.meta.handler cannot be stored: it is a ")
                .hasMessageContaining("which is not data. Keep services in fields of the agent");
    }

    @Test
    void r12ThingsOfTheJdkThatAreNoDataAreRefused() {
        for (Object thing : List.of(
                new Thread(() -> {}),
                Thread.currentThread(),
                new Object(),
                new ThreadLocal<>(),
                ClassLoader.getSystemClassLoader(),
                new IllegalStateException("x"),
                String.class,
                new Comparator<String>() {
                    @Override
                    public int compare(String one, String other) {
                        return 0;
                    }
                },
                System.out)) {
            Essay essay = new Essay();
            essay.notes.add("first");
            essay.notes.add(thing);

            NotStorableException refusal = catchThrowableOfType(
                    NotStorableException.class, () -> codec(Essay.class).write(essay));

            assertThat(refusal).as(thing.getClass().getName()).isNotNull();
            assertThat(refusal.path()).as(thing.getClass().getName()).startsWith("Essay.notes[1]");
        }
    }

    @Test
    void r12ACycleIsNamedWhereItCloses() {
        Essay essay = new Essay();
        essay.parent = new Essay();
        essay.parent.parent = essay;
        NotStorableException refusal = refusal(essay);
        assertThat(refusal.path()).isEqualTo("Essay.parent.parent");
        assertThat(refusal).hasMessageContaining("leads back to itself");
        Essay circular = new Essay();
        Map<String, Object> inner = new HashMap<>();
        circular.meta.put("inner", inner);
        inner.put("list", new ArrayList<>(List.of(1, circular.meta)));
        assertThat(refusal(circular).path()).isEqualTo("Essay.meta.inner.list[1]");
    }

    @Test
    void r12ALongChainIsTooDeepAndNeverAStackOverflow() {
        Node node = new Node(null);
        for (int i = 0; i < 100_000; i++) {
            node = new Node(node);
        }

        assertThat(refusal(node)).hasMessageContaining("nested more than 500 levels deep");
    }

    @Test
    void aValueAsDeepAsAllowedCanBeRead() {
        Node node = new Node(null);
        for (int i = 1; i < Mappers.MAX_DEPTH; i++) {
            node = new Node(node);
        }
        comesBackEqual(node);
    }

    @Test
    void r12AGetterThatThrowsIsNamed() {
        NotStorableException refusal = refusal(new Throwing());

        assertThat(refusal.path()).isEqualTo("Throwing.text");
        assertThat(refusal).hasMessageContaining("not now");
    }

    @Test
    void r12AValueAboveTheLimitIsFoundAndItsLargestFieldNamed() {
        Essay essay = new Essay();
        essay.notes.add("x".repeat(MAX_BYTES));
        essay.meta.put("small", 1);

        NotStorableException refusal = refusal(essay);

        assertThat(refusal.code()).isEqualTo(ErrorCode.VALUE_TOO_LARGE);
        assertThat(refusal.path()).isEqualTo("Essay.notes");
        assertThat(refusal).hasMessageContaining("100000 bytes");
    }

    @Test
    void theLimitIsExact() {
        ValueCodec codec = new Codec(12).of(ValueType.of(String.class));

        assertThat(codec.write("x".repeat(10)).size()).isEqualTo(12);
        assertThat(catchThrowableOfType(NotStorableException.class, () -> codec.write("x".repeat(11)))
                        .code())
                .isEqualTo(ErrorCode.VALUE_TOO_LARGE);
        assertThat(catchThrowableOfType(NotStorableException.class, () -> codec.write("x".repeat(1_000_000)))
                        .code())
                .isEqualTo(ErrorCode.VALUE_TOO_LARGE);
    }

    @Test
    void whateverIsWrittenCanBeReadHoweverLongItsTexts() {
        comesBackEqual(new Numbers(
                new BigDecimal(BigInteger.TEN.pow(9_999), 10_000),
                BigInteger.TEN.pow(9_999),
                Map.of("k".repeat(20_000), "v".repeat(20_000))));
        ValueCodec large = new Codec(64 * 1024 * 1024).of(ValueType.of(String.class));
        String text = "ü".repeat(25_000_000);
        assertThat(large.read(large.write(text))).isEqualTo(text);
    }

    @Test
    void s6AClassIsNeverRead() {
        record Named(Class<?> type) {}

        assertThat(catchThrowableOfType(
                        UnreadableValueException.class,
                        () -> codec(Named.class).read(Json.of("{\"type\":\"java.lang.Runtime\"}"))))
                .hasMessageContaining("cannot name a class");
        assertThat(refusal(new Named(String.class)).path()).isEqualTo("Named.type");
    }
}
