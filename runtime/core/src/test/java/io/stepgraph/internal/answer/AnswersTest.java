package io.stepgraph.internal.answer;

import static io.stepgraph.internal.codec.Codecs.MAX_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.stepgraph.internal.codec.AnswerCodec;
import io.stepgraph.internal.codec.Codec;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** I4: JSON that is an answer is read; for other JSON, InvalidAnswerException names the field. */
@Tag("I4")
@Tag("I3")
class AnswersTest {

    sealed interface Decision permits Approved, Rejected, Quick {}

    record Approved() implements Decision {}

    record Rejected(String why, int level, Optional<String> hint) implements Decision {
        Rejected {
            if (why != null && why.isBlank()) {
                throw new IllegalArgumentException("why must not be blank");
            }
        }
    }

    enum Quick implements Decision {
        YES,
        NO
    }

    record Amount(BigDecimal value, Set<String> tags) {}

    enum Size {
        SMALL,
        LARGE
    }

    record Line(String item, long count) {}

    record Order(
            String name,
            boolean gift,
            double weight,
            Size size,
            UUID id,
            LocalDate due,
            List<Line> lines,
            Map<String, Integer> extras,
            Decision decision,
            Optional<Order> next) {}

    static AnswerCodec answers(Class<?>... types) {
        return new Codec(MAX_BYTES)
                .ofAnswers(Arrays.stream(types).map(ValueType::of).toList());
    }

    static void isInvalid(AnswerCodec codec, String json, String... says) {
        InvalidAnswerException invalid = catchThrowableOfType(InvalidAnswerException.class, () -> codec.read(json));
        assertThat(invalid).as(json).isNotNull();
        assertThat(invalid.getMessage()).contains(says);
    }

    @Test
    void i4KindsOfASealedTypeAreToldApart() {
        AnswerCodec codec = answers(Decision.class);

        assertThat(codec.read("{\"@type\":\"Approved\"}")).isEqualTo(new Approved());
        assertThat(codec.read("{\"why\":\"no\",\"level\":2,\"@type\":\"Rejected\"}"))
                .isEqualTo(new Rejected("no", 2, Optional.empty()));
        assertThat(codec.read("[\"Quick\",\"NO\"]")).isEqualTo(Quick.NO);
    }

    @Test
    void i4SeveralDeclaredTypesAreToldApartByAllTheirLeaves() {
        AnswerCodec codec = answers(Decision.class, Amount.class, Size.class, String.class);

        assertThat(codec.read("{\"@type\":\"Approved\"}")).isEqualTo(new Approved());
        assertThat(codec.read("{\"@type\":\"Amount\",\"value\":1.50,\"tags\":[]}"))
                .isEqualTo(new Amount(new BigDecimal("1.50"), Set.of()));
        assertThat(codec.read("[\"Size\",\"LARGE\"]")).isEqualTo(Size.LARGE);
        assertThat(codec.read("[\"String\",\"x\"]")).isEqualTo("x");
        isInvalid(
                codec,
                "{\"value\":1,\"tags\":[]}",
                "answer.@type is missing, and must be one of [Approved, Rejected, Amount], ",
                "unless answer is [\"Quick\", ...] or [\"Size\", ...] or [\"String\", ...]");
    }

    @Test
    void i4ABareScalarNeedsNoKindIfOnlyOneIsWrittenSo() {
        AnswerCodec codec = answers(String.class, Boolean.class, Long.class, Approved.class);

        assertThat(codec.read("true")).isEqualTo(true);
        assertThat(codec.read("\"x\"")).isEqualTo("x");
        assertThat(codec.read("3")).isEqualTo(3L);
        assertThat(codec.read("[\"Boolean\",true]")).isEqualTo(true);
        assertThat(answers(Decision.class).read("\"YES\"")).isEqualTo(Quick.YES);
        isInvalid(codec, "3.5", "answer is 3.5, and must be integer");
        isInvalid(answers(Decision.class), "\"MAYBE\"", "answer is \"MAYBE\"", "[\"YES\",\"NO\"]");
        Codec elsewhere = new Codec(MAX_BYTES);
        assertThat(elsewhere.readAnswer(codec.schema(), "true").text()).isEqualTo("[\"Boolean\",true]");
    }

    record Measured(double exact, float rough, BigDecimal any) {}

    @Test
    void i4ANumberThatNoFloatHoldsIsRefused() {
        AnswerCodec codec = answers(Measured.class);

        isInvalid(codec, "{\"exact\":1e1000,\"rough\":1,\"any\":1}", "answer.exact", "range of a double");
        isInvalid(codec, "{\"exact\":1,\"rough\":-1e39,\"any\":1}", "answer.rough", "range of a float");
        assertThat(codec.read("{\"exact\":1e300,\"rough\":1,\"any\":1e400}"))
                .isEqualTo(new Measured(1e300, 1, new BigDecimal("1e400")));
    }

    @Test
    void i4ABareScalarOfDoubtfulKindIsRefusedAndToldItsForms() {
        AnswerCodec codec = answers(String.class, Size.class, Integer.class, Double.class);
        String forms = "must be [\"String\", ...] or [\"Size\", ...] or [\"Integer\", ...] or [\"Double\", ...]";

        for (String doubtful : List.of("\"LARGE\"", "3", "3.5", "true", "null", "{}", "[]", "[\"Other\",3]")) {
            isInvalid(codec, doubtful, forms);
        }
        isInvalid(
                answers(Decision.class),
                "7",
                "an object whose @type is one of [Approved, Rejected] or [\"Quick\", ...]");
        isInvalid(answers(Decision.class), "{\"@type\":\"Quick\"}", "answer.@type is \"Quick\"", "[\"Quick\", ...]");
    }

    @Test
    void i4ASoleConcreteTypeNeedsNoKindButAcceptsIt() {
        AnswerCodec codec = answers(Rejected.class);
        Rejected rejected = new Rejected("no", 2, Optional.of("try"));

        assertThat(codec.read("{\"why\":\"no\",\"level\":2,\"hint\":\"try\"}")).isEqualTo(rejected);
        assertThat(codec.read("{\"@type\":\"Rejected\",\"why\":\"no\",\"level\":2,\"hint\":\"try\"}"))
                .isEqualTo(rejected);
        isInvalid(codec, "{\"@type\":\"Other\",\"why\":\"no\",\"level\":2}", "answer.@type must be \"Rejected\"");
        assertThat(answers(Size.class).read("\"SMALL\"")).isEqualTo(Size.SMALL);
        assertThat(answers(boolean.class).read("true")).isEqualTo(true);
        assertThat(answers(String.class).read("\"\"")).isEqualTo("");
    }

    @Test
    void i4UnknownKindsAreRefusedNamingTheKnownOnes() {
        AnswerCodec codec = answers(Decision.class);

        isInvalid(
                codec,
                "{\"@type\":\"Aproved\"}",
                "answer.@type is \"Aproved\"",
                "[Approved, Rejected], unless answer is [\"Quick\", ...]");
        isInvalid(codec, "{}", "answer.@type is missing", "[Approved, Rejected], unless answer is [\"Quick\", ...]");
        isInvalid(codec, "[\"Quick\"]", "answer has 1 elements");
        isInvalid(codec, "[\"Quick\",\"MAYBE\"]", "answer[1] is \"MAYBE\"", "[\"YES\",\"NO\"]");
        isInvalid(codec, "{\"@type\":7}", "answer.@type is missing");
    }

    @Test
    void i4MissingUnknownAndNullFieldsAreNamed() {
        AnswerCodec codec = answers(Decision.class);

        isInvalid(codec, "{\"@type\":\"Rejected\",\"level\":1}", "answer.why is missing");
        isInvalid(codec, "{\"@type\":\"Rejected\",\"why\":\"x\"}", "answer.level is missing");
        isInvalid(codec, "{\"@type\":\"Rejected\",\"why\":\"x\",\"level\":null}", "answer.level is null");
        isInvalid(
                codec,
                "{\"@type\":\"Rejected\",\"why\":\"x\",\"level\":1,\"wy\":2}",
                "answer.wy is unknown; the fields are [@type, why, level, hint]");
        assertThat(codec.read("{\"@type\":\"Rejected\",\"why\":null,\"level\":1,\"hint\":null}"))
                .isEqualTo(new Rejected(null, 1, Optional.empty()));
    }

    @Test
    void i4NothingIsCoerced() {
        AnswerCodec codec = answers(Rejected.class);
        for (String level : List.of("\"1\"", "1.5", "1.0", "true", "[]", "[1]", "{}", "\"\"", "99999999999")) {
            isInvalid(codec, "{\"why\":\"x\",\"level\":" + level + "}", "answer.level");
        }
        for (String why : List.of("1", "1.5", "false", "{}", "[]", "[\"x\"]")) {
            isInvalid(codec, "{\"why\":" + why + ",\"level\":1}", "answer.why");
        }
        for (String size : List.of("\"\"", "0", "\"small\"", "\" SMALL\"", "null")) {
            isInvalid(answers(Size.class), size, "answer is ");
        }
    }

    @Test
    void i4WhatIsNoJsonObjectAtAllIsRefused() {
        AnswerCodec codec = answers(Rejected.class);
        String valid = "{\"why\":\"x\",\"level\":1}";
        for (String json : List.of(
                "",
                "  ",
                "null",
                "true",
                "[]",
                "{",
                "{'why':1}",
                valid + " {}",
                valid + "x",
                "{\"why\":\"x\",\"why\":\"y\",\"level\":1}",
                "{\"why\":\"x\",\"level\":NaN}",
                "[".repeat(100_000),
                "{\"why\":\"x\",\"level\":" + "1".repeat(50_000) + "}",
                "\"" + "x".repeat(MAX_BYTES) + "\"")) {
            assertThatThrownBy(() -> codec.read(json)).isInstanceOf(InvalidAnswerException.class);
        }
    }

    @Test
    void i4NestedFieldsAreNamedByTheirPath() {
        AnswerCodec codec = answers(Order.class);
        String order = "{\"name\":\"n\",\"gift\":true,\"weight\":1,\"size\":\"SMALL\","
                + "\"id\":\"00000000-0000-0001-0000-000000000002\",\"due\":\"2024-02-29\","
                + "\"lines\":[{\"item\":\"a\",\"count\":1}],\"extras\":{\"x\":1},"
                + "\"decision\":{\"@type\":\"Approved\"}}";

        assertThat(codec.read(order))
                .isEqualTo(new Order(
                        "n",
                        true,
                        1.0,
                        Size.SMALL,
                        new UUID(1, 2),
                        LocalDate.of(2024, 2, 29),
                        List.of(new Line("a", 1)),
                        Map.of("x", 1),
                        new Approved(),
                        Optional.empty()));
        isInvalid(codec, order.replace("\"count\":1", "\"count\":\"1\""), "answer.lines[0].count is \"1\"");
        isInvalid(codec, order.replace("{\"x\":1}", "{\"x\":1.5}"), "answer.extras.x is 1.5");
        isInvalid(codec, order.replace("02-29", "02-30"), "answer.due");
        isInvalid(codec, order.replace("\"Approved\"", "\"Order\""), "answer.decision.@type is \"Order\"");
        isInvalid(codec, order.replace("\"gift\":true", "\"gift\":0"), "answer.gift");
        isInvalid(codec, order.replace("0000-000000000002", "x"), "answer.id");
        isInvalid(codec, order.replace("\"gift\"", "\"next\":{\"name\":1},\"gift\""), "answer.next.gift is missing");
    }

    @Test
    void i4TheUsersOwnChecksRun() {
        isInvalid(answers(Rejected.class), "{\"why\":\" \",\"level\":1}", "why must not be blank");
    }

    @Test
    void twoAnswersOfOneNameAreRefusedAtOnce() {
        assertThatThrownBy(() -> answers(Order.class, AnswerSchemaTest.Approved.class, Approved.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("have the same name");
    }

    static final class Form {
        String name = "none";
        int count = 3;
    }

    @Test
    void i3EqualAnswersAreEqualDocumentsAndLoseNothing() {
        AnswerCodec codec = answers(Amount.class, Decision.class);
        Set<String> one = new LinkedHashSet<>(List.of("b", "a"));
        Set<String> same = new LinkedHashSet<>(List.of("a", "b"));

        Json written = codec.write(new Amount(new BigDecimal("1.50"), one));

        assertThat(written.text()).isEqualTo("{\"@type\":\"Amount\",\"tags\":[\"a\",\"b\"],\"value\":1.50}");
        assertThat(codec.write(new Amount(new BigDecimal("1.50"), same))).isEqualTo(written);
        assertThat(codec.write(Quick.NO).text()).isEqualTo("[\"Quick\",\"NO\"]");
        for (Object answer : List.of(new Amount(new BigDecimal("1E+3"), one), Quick.YES, new Approved())) {
            assertThat(codec.read(codec.write(answer).text())).isEqualTo(answer);
        }
        assertThat(answers(Rejected.class)
                        .write(new Rejected("x", 1, Optional.empty()))
                        .text())
                .isEqualTo("{\"hint\":null,\"level\":1,\"why\":\"x\"}");
        assertThatThrownBy(() -> codec.write("text")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void i4TheDoorWorksWithoutTheClasses() {
        Codec elsewhere = new Codec(MAX_BYTES);
        AnswerCodec codec = answers(Decision.class);
        Json schema = codec.schema();

        Json admitted = elsewhere.readAnswer(schema, "{\"why\":\"x\",\"level\":1,\"@type\":\"Rejected\"}");

        assertThat(admitted.text()).isEqualTo("{\"@type\":\"Rejected\",\"level\":1,\"why\":\"x\"}");
        assertThat(codec.read(admitted.text())).isEqualTo(new Rejected("x", 1, Optional.empty()));
        assertThatThrownBy(() -> elsewhere.readAnswer(schema, "{\"why\":1,\"level\":1,\"@type\":\"Rejected\"}"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessageContaining("answer.why is 1, and must be string or null");
    }

    @Test
    void i4FieldsOfAClassHaveDefaults() {
        Form form = (Form) answers(Form.class).read("{\"count\":4}");

        assertThat(form.name + form.count).isEqualTo("none4");
        isInvalid(answers(Form.class), "{\"count\":\"4\"}", "answer.count");
        isInvalid(answers(Form.class), "{\"cuont\":4}", "answer.cuont is unknown");
    }
}
