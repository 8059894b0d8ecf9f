package io.stepgraph.internal.json;

import static io.stepgraph.internal.codec.Codecs.codec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.stepgraph.internal.codec.AnswerCodec;
import io.stepgraph.internal.codec.Codec;
import io.stepgraph.internal.codec.Codecs;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NotStorableException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * R12, I4: a number is small enough to be stored, or it is refused at once, and both doors for answers refuse the same.
 */
@Timeout(60)
@Tag("R5")
@Tag("R12")
@Tag("I4")
class NumberBoundTest {
    private static final String[] MONSTERS = {
        "1e99999999999",
        "-1e99999999999",
        "1e-99999999999",
        "0e99999999999",
        "1e2147483648",
        "1e10001",
        "1e-10001",
        "1.5e999999999",
        "9".repeat(10_001),
        "0." + "3".repeat(10_001),
        "1" + "0".repeat(200_000)
    };

    enum Size {
        SMALL,
        LARGE
    }

    record OfByte(byte n) {}

    record OfShort(Short n) {}

    record OfInt(int n) {}

    record OfInteger(Integer n) {}

    record OfLong(long n) {}

    record OfAtomicInteger(AtomicInteger n) {}

    record OfAtomicLong(AtomicLong n) {}

    record OfOptionalInt(OptionalInt n) {}

    record OfOptionalLong(OptionalLong n) {}

    record OfOptionalDouble(OptionalDouble n) {}

    record OfFloat(float n) {}

    record OfDouble(Double n) {}

    record OfNumber(Number n) {}

    record OfBigInteger(BigInteger n) {}

    record OfBigDecimal(BigDecimal n) {}

    record OfChar(char n) {}

    record OfEnum(Size n) {}

    record OfText(String n) {}

    @SuppressWarnings("ArrayRecordComponent")
    record OfArray(short[] n) {}

    record OfList(List<Integer> n) {}

    record OfMap(Map<Long, Byte> n) {}

    record Nested(List<Map<String, OfLong>> n) {}

    static final List<Class<?>> SCALARS = List.of(
            OfByte.class,
            OfShort.class,
            OfInt.class,
            OfInteger.class,
            OfLong.class,
            OfAtomicInteger.class,
            OfAtomicLong.class,
            OfOptionalInt.class,
            OfOptionalLong.class,
            OfOptionalDouble.class,
            OfFloat.class,
            OfDouble.class,
            OfNumber.class,
            OfBigInteger.class,
            OfBigDecimal.class,
            OfChar.class,
            OfEnum.class,
            OfText.class);

    private final Codec codec = new Codec(1_000_000);
    private final AnswerPaths doors = new AnswerPaths();

    @Test
    void I4_a_number_beyond_the_bound_is_an_invalid_answer_whatever_takes_it() {
        for (Class<?> type : SCALARS) {
            for (String monster : MONSTERS) {
                bothRefuse(type, "{\"n\":" + monster + "}", "answer.n");
            }
        }
        bothRefuse(Nested.class, "{\"n\":[{},{\"x y\":{\"n\":1e99999999999}}]}", "answer.n[1][\"x y\"].n");
        bothRefuse(Object.class, "{\"anything\":[1,1e99999999999]}", "answer.anything[1]");
        bothRefuse(BigDecimal.class, "1e99999999999", "answer is");
    }

    @Test
    void I4_the_schema_holds_the_range_of_every_integer() {
        assertThat(doors.answers(int.class).schema().text())
                .isEqualTo("{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647}");
        bothRefuse(OfInt.class, "{\"n\":2147483648}", "answer.n is 2147483648, and must be at most 2147483647");
        bothRefuse(OfByte.class, "{\"n\":-129}", "answer.n is -129, and must be at least -128");
        bothRefuse(OfByte.class, "{\"n\":255}", "at most 127");
        bothRefuse(OfLong.class, "{\"n\":9223372036854775808}", "at most 9223372036854775807");
        bothRefuse(OfArray.class, "{\"n\":[1,32768]}", "answer.n[1]");
        bothRefuse(OfMap.class, "{\"n\":{\"9223372036854775808\":1}}", "answer.n has the key", "int64");
        bothRefuse(OfMap.class, "{\"n\":{\"1.0\":1}}", "answer.n has the key");
        bothRefuse(OfMap.class, "{\"n\":{\"1\":128}}", "answer.n");
        bothRefuse(OfChar.class, "{\"n\":\"ab\"}", "answer.n has 2 characters, and must have at most 1");
        bothRefuse(OfChar.class, "{\"n\":65}", "answer.n");
        bothRefuse(OfEnum.class, "{\"n\":1}", "answer.n");
        bothAdmit(OfMap.class, "{\"n\":{\"-9223372036854775808\":-128}}");
    }

    @Test
    void I4_an_integer_is_written_without_a_point_and_an_exponent() {
        for (String decimal : List.of("1.0", "1e2", "-0.0", "1E0")) {
            bothRefuse(OfInt.class, "{\"n\":" + decimal + "}", "must be integer");
            bothRefuse(OfBigInteger.class, "{\"n\":" + decimal + "}", "must be integer");
            bothAdmit(OfBigDecimal.class, "{\"n\":" + decimal + "}");
        }
        bothAdmit(OfInt.class, "{\"n\":-0}");
    }

    @Test
    void I4_what_one_door_admits_the_other_one_reads_and_the_reverse() {
        doors.assertAgreement(SCALARS, 1_000);
    }

    record Holder(List<Object> values, JsonNode tree) {}

    @Test
    void R12_a_number_beyond_the_bound_is_not_storable_at_once_and_its_field_is_named() {
        for (Number monster : List.of(
                BigInteger.TEN.pow(200_000),
                BigInteger.TEN.pow(10_000),
                BigInteger.TEN.pow(200_000).negate(),
                new BigDecimal("1e999999999"),
                new BigDecimal("1e-999999999"),
                new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE),
                new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE),
                new BigDecimal(BigInteger.TEN.pow(200_000), 200_000))) {
            NotStorableException inList = Codecs.refusal(new Holder(List.of("x", monster), null));
            assertThat(inList).as("%s", monster.getClass()).isNotNull();
            assertThat(inList.path()).isEqualTo("Holder.values[1]");
            assertThat(inList).hasMessageContaining("10000");

            JsonNode tree = monster instanceof BigInteger whole
                    ? JsonNodeFactory.instance.numberNode(whole)
                    : JsonNodeFactory.instance.numberNode((BigDecimal) monster);
            assertThat(Codecs.refusal(new Holder(List.of(), tree)).path()).isEqualTo("Holder.tree");
            NotStorableException canonical = catchThrowableOfType(
                    NotStorableException.class, () -> codec(OfNumber.class).canonical(new OfNumber(monster)));
            assertThat(canonical.path()).isEqualTo("OfNumber.n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e10000", "1e-9999", "4.9e-324", "1e40", "-0.00", "123456789012345678901234567890"})
    void R5_a_number_within_the_bound_comes_back_and_equals_itself(String text) {
        BigDecimal number = new BigDecimal(text);

        Codecs.comesBackEqual(new OfBigDecimal(number));
        assertThat(codec(OfBigDecimal.class).canonical(new OfBigDecimal(number)))
                .isEqualTo(codec(OfBigDecimal.class).canonical(new OfBigDecimal(number.setScale(number.scale() + 1))));
    }

    @Test
    void R5_the_longest_number_comes_back() {
        Codecs.comesBackEqual(new OfBigInteger(BigInteger.TEN.pow(10_000).subtract(BigInteger.ONE)));
        Codecs.comesBackEqual(new OfBigDecimal(new BigDecimal(BigInteger.TEN.pow(9_999), 10_000)));
        bothAdmit(OfBigInteger.class, "{\"n\":" + "9".repeat(10_000) + "}");
    }

    private void bothAdmit(Class<?> type, String json) {
        assertThat(doors.isAdmitted(type, json)).as(json).isTrue();
        assertThat(doors.isRead(type, json)).as(json).isTrue();
    }

    private void bothRefuse(Class<?> type, String json, String... says) {
        AnswerCodec answers = doors.answers(type);
        List<InvalidAnswerException> refused = new ArrayList<>();
        refused.add(catchThrowableOfType(InvalidAnswerException.class, () -> answers.read(json)));
        refused.add(catchThrowableOfType(InvalidAnswerException.class, () -> codec.readAnswer(answers.schema(), json)));
        for (InvalidAnswerException each : refused) {
            assertThat(each).as("%s of %s", abbreviated(json), type).isNotNull();
            assertThat(each.getMessage()).contains(says);
        }
    }

    private static String abbreviated(String json) {
        return json.substring(0, Math.min(50, json.length()));
    }
}
