package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static io.stepgraph.internal.codec.Codecs.comesBackEqual;
import static io.stepgraph.internal.codec.Codecs.roundTrip;
import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stored values come back as they were; older and newer documents are read leniently (S1). */
@Tag("S1")
public class StoredValuesTest {

    enum Mood {
        GOOD,
        BAD {
            @Override
            public String toString() {
                return "not so good";
            }
        }
    }

    public static final class Essay {
        public String request = "none";
        private String draft = "";
        final List<String> notes = new ArrayList<>();
        transient String cache = "not stored";
        int words;

        public int getLength() {
            throw new IllegalStateException("getters are not called");
        }

        public void setDraft(String draft) {
            throw new IllegalStateException("setters are not called: " + draft);
        }
    }

    public record Scalars(
            boolean yes,
            byte small,
            char letter,
            long big,
            double ratio,
            float part,
            Integer boxed,
            String text,
            BigDecimal money,
            BigInteger huge,
            UUID id,
            Mood mood) {}

    public record Times(
            Instant instant, LocalDate date, Duration span, ZonedDateTime zoned, OffsetDateTime offset, ZoneId zone) {}

    public record Containers(
            Optional<String> some,
            Optional<String> none,
            Set<String> set,
            SortedMap<String, Integer> sorted,
            Map<Mood, List<Integer>> byMood,
            Map<UUID, LocalDate> byId) {}

    @SuppressWarnings("ArrayRecordComponent")
    public record Bytes(byte[] bytes, int[] numbers, String[] texts) {}

    static final class Final {
        private final String name;
        private final int size;

        @JsonCreator
        Final(@JsonProperty("name") String name, @JsonProperty("size") int size) {
            this.name = name;
            this.size = size;
        }
    }

    @Test
    void everyFieldIsStoredAndNothingElse() {
        Essay essay = new Essay();
        essay.request = "why?";
        essay.draft = "because";
        essay.notes.add("short");
        essay.words = 3;
        ValueCodec codec = codec(Essay.class);

        assertThat(codec.write(essay).text())
                .isEqualTo("{\"request\":\"why?\",\"draft\":\"because\",\"notes\":[\"short\"],\"words\":3}");
        Essay back = (Essay) roundTrip(codec, essay);
        assertThat(back).usingRecursiveComparison().isEqualTo(essay);
    }

    @Test
    void scalarsComeBackExactly() {
        Scalars scalars = new Scalars(
                true,
                (byte) -1,
                'ß',
                Long.MIN_VALUE,
                0.1,
                Float.MIN_VALUE,
                null,
                "\u0000 \"𝄞\"",
                new BigDecimal("1.00"),
                BigInteger.TEN.pow(60),
                new UUID(1, 2),
                Mood.BAD);
        comesBackEqual(scalars);
        comesBackEqual(new Scalars(
                false,
                (byte) 1,
                'a',
                1,
                Double.NaN,
                Float.POSITIVE_INFINITY,
                7,
                "",
                new BigDecimal("1E+3"),
                BigInteger.ZERO,
                new UUID(1, 2),
                Mood.GOOD));
    }

    @Test
    void timesKeepTheirZoneAndNanoseconds() {
        comesBackEqual(new Times(
                Instant.parse("2024-02-29T12:00:00.123456789Z"),
                LocalDate.of(2024, 2, 29),
                Duration.ofNanos(1_500_000_001),
                ZonedDateTime.parse("2024-02-29T12:00:00.5+01:00[Europe/Berlin]"),
                OffsetDateTime.parse("2024-02-29T12:00:00.5-03:30"),
                ZoneId.of("Europe/Berlin")));
    }

    @Test
    void containersComeBackEqual() {
        comesBackEqual(new Containers(
                Optional.of("x"),
                Optional.empty(),
                new LinkedHashSet<>(List.of("z", "a", "m")),
                new TreeMap<>(Map.of("b", 1, "a", 2)),
                Map.of(Mood.BAD, List.of(1, 2)),
                Map.of(new UUID(3, 4), LocalDate.of(2024, 1, 1))));
    }

    @Test
    void arraysComeBackEqual() {
        Bytes back = (Bytes) roundTrip(
                codec(Bytes.class), new Bytes(new byte[] {0, -1}, new int[] {1, 2}, new String[] {"a", null}));

        assertThat(back.bytes()).containsExactly(0, -1);
        assertThat(back.numbers()).containsExactly(1, 2);
        assertThat(back.texts()).containsExactly("a", null);
    }

    @Test
    void aDeclaredTypeMayBeGenericOrAnArray() {
        ValueCodec map =
                codec(Map.class, ValueType.of(String.class), ValueType.of(List.class, ValueType.of(BigDecimal.class)));
        Map<String, List<BigDecimal>> prices = new LinkedHashMap<>();
        prices.put("a", List.of(new BigDecimal("1.00")));
        assertThat(roundTrip(map, prices)).isEqualTo(prices);

        assertThat((Mood[]) roundTrip(codec(Mood[].class), Mood.values())).isEqualTo(Mood.values());
        assertThat(roundTrip(codec(String.class), "plain")).isEqualTo("plain");
        assertThat(roundTrip(codec(Long.class), 5L)).isEqualTo(5L);
    }

    @Test
    void finalFieldsAndAnnotatedConstructorsAreReadBack() {
        Final back = (Final) roundTrip(codec(Final.class), new Final("x", 3));

        assertThat(back.name + back.size).isEqualTo("x3");
    }

    public record Aged(String name, int age, boolean known, Optional<String> nick) {}

    @Test
    void s1AFieldThatWasAddedTakesItsDefaultAndARemovedOneIsIgnored() {
        Essay essay = (Essay) codec(Essay.class).read(Json.of("{\"words\":2,\"gone\":{\"deep\":[1]}}"));
        assertThat(essay.request).isEqualTo("none");
        assertThat(essay.words).isEqualTo(2);

        assertThat(codec(Aged.class).read(Json.of("{\"name\":\"ada\",\"gone\":1}")))
                .isEqualTo(new Aged("ada", 0, false, Optional.empty()));
    }

    @Test
    void s1AnUnknownConstantOfAnEnumIsUnreadable() {
        assertThatThrownBy(() -> codec(Containers.class).read(Json.of("{\"byMood\":{\"SOSO\":[]}}")))
                .isInstanceOf(UnreadableValueException.class)
                .hasMessageContaining("Containers.byMood")
                .hasMessageContaining("SOSO");
        assertThrown(
                UnreadableValueException.class, () -> codec(Mood[].class).read(Json.of("[\"GOOD\", 1]")), "Mood[][1]");
    }

    @Test
    void aDamagedDocumentIsUnreadableAndNamesTheField() {
        for (String damaged :
                Arrays.asList("", "{", "null", "[]", "{\"request\":{}}", "{} {}", "{\"words\":\"many\"}")) {
            assertThatThrownBy(() -> codec(Essay.class).read(Json.of(damaged)))
                    .as(damaged)
                    .isInstanceOf(UnreadableValueException.class)
                    .hasMessageStartingWith("Essay");
        }
        assertThatThrownBy(() -> codec(Essay.class).read(Json.of("{\"notes\":[\"a\",{}]}")))
                .hasMessageStartingWith("Essay.notes[1] cannot be read");
    }
}
