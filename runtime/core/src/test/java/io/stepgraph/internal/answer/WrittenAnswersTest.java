package io.stepgraph.internal.answer;

import static io.stepgraph.internal.codec.Codecs.MAX_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.internal.codec.Codec;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.graph.Json;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** I3, I4: the comparison of answers, and reading answers without the classes of the agent. */
@Tag("I3")
@Tag("I4")
class WrittenAnswersTest {

    static final class Form {
        String name = "none";
        int count = 3;
    }

    @Test
    void i3EqualAnswersAreEqualDocumentsAndLoseNothing() {
        AnswerCodec codec = AnswersTest.answers(AnswersTest.Amount.class, AnswersTest.Decision.class);
        Set<String> one = new LinkedHashSet<>(List.of("b", "a"));
        Set<String> same = new LinkedHashSet<>(List.of("a", "b"));

        Json written = codec.write(new AnswersTest.Amount(new BigDecimal("1.50"), one));

        assertThat(written.text()).isEqualTo("{\"@type\":\"Amount\",\"tags\":[\"a\",\"b\"],\"value\":1.50}");
        assertThat(codec.write(new AnswersTest.Amount(new BigDecimal("1.50"), same)))
                .isEqualTo(written);
        assertThat(codec.write(AnswersTest.Quick.NO).text()).isEqualTo("[\"Quick\",\"NO\"]");
        for (Object answer : List.of(
                new AnswersTest.Amount(new BigDecimal("1E+3"), one),
                AnswersTest.Quick.YES,
                new AnswersTest.Approved())) {
            assertThat(codec.read(codec.write(answer).text())).isEqualTo(answer);
        }
        assertThat(AnswersTest.answers(AnswersTest.Rejected.class)
                        .write(new AnswersTest.Rejected("x", 1, Optional.empty()))
                        .text())
                .isEqualTo("{\"hint\":null,\"level\":1,\"why\":\"x\"}");
        assertThatThrownBy(() -> codec.write("text")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void i4TheDoorWorksWithoutTheClasses() {
        Codec elsewhere = new Codec(MAX_BYTES);
        AnswerCodec codec = AnswersTest.answers(AnswersTest.Decision.class);
        Json schema = codec.schema();

        Json admitted = elsewhere.readAnswer(schema, "{\"why\":\"x\",\"level\":1,\"@type\":\"Rejected\"}");

        assertThat(admitted.text()).isEqualTo("{\"@type\":\"Rejected\",\"level\":1,\"why\":\"x\"}");
        assertThat(codec.read(admitted.text())).isEqualTo(new AnswersTest.Rejected("x", 1, Optional.empty()));
        assertThatThrownBy(() -> elsewhere.readAnswer(schema, "{\"why\":1,\"level\":1,\"@type\":\"Rejected\"}"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessageContaining("answer.why is 1, and must be string or null");
    }

    @Test
    void i4FieldsOfAClassHaveDefaults() {
        Form form = (Form) AnswersTest.answers(Form.class).read("{\"count\":4}");

        assertThat(form.name + form.count).isEqualTo("none4");
        AnswersTest.isInvalid(AnswersTest.answers(Form.class), "{\"count\":\"4\"}", "answer.count");
        AnswersTest.isInvalid(AnswersTest.answers(Form.class), "{\"cuont\":4}", "answer.cuont is unknown");
    }
}
