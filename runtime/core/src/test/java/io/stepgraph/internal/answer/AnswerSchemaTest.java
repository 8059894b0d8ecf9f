package io.stepgraph.internal.answer;

import static io.stepgraph.internal.codec.Codecs.MAX_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.stepgraph.internal.codec.Codec;
import io.stepgraph.runtime.graph.ValueType;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** I4: the schema that is stored with a question says what answers it. */
@Tag("I4")
class AnswerSchemaTest {

    sealed interface Decision permits Approved, Rejected, Quick {}

    record Approved() implements Decision {}

    record Rejected(String why, int level) implements Decision {}

    enum Quick implements Decision {
        YES,
        NO
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Tree(String name, List<Tree> children, Optional<Decision> decision, Map<String, double[]> numbers) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Times(Instant at, byte[] bytes, Quick quick) {}

    static final class Form {
        @JsonProperty(value = "renamed", required = true)
        String name = "";

        @JsonIgnore
        String ignored = "";

        Object anything = "";
        transient int cache;
    }

    record Text(@JsonValue String text) {}

    static final class Loose {
        int known;

        @JsonAnySetter
        Map<String, Object> others = new HashMap<>();
    }

    static final class Wrapping {
        @JsonUnwrapped
        Form form = new Form();
    }

    private static String schema(Class<?>... types) {
        return new Codec(MAX_BYTES)
                .ofAnswers(Arrays.stream(types).map(ValueType::of).toList())
                .schema()
                .text()
                .replace('"', '\'');
    }

    @Test
    void aRecordIsAnObjectWhoseComponentsAreRequired() {
        assertThat(schema(Rejected.class))
                .isEqualTo(
                        "{'type':'object','properties':{'@type':{'const':'Rejected'},'why':{'type':['string','null']},"
                                + "'level':{'type':'integer','minimum':-2147483648,'maximum':2147483647}},'required':['why','level'],'additionalProperties':false}");
    }

    @Test
    void severalKindsAreAlternativesByTheirNames() {
        assertThat(schema(Decision.class))
                .isEqualTo("{'oneOf':["
                        + "{'type':'object','properties':{'@type':{'const':'Approved'}},'required':['@type'],"
                        + "'additionalProperties':false},"
                        + "{'type':'object','properties':{'@type':{'const':'Rejected'},'why':{'type':['string','null']},"
                        + "'level':{'type':'integer','minimum':-2147483648,'maximum':2147483647}},'required':['@type','why','level'],"
                        + "'additionalProperties':false},"
                        + "{'type':'array','prefixItems':[{'const':'Quick'},{'enum':['YES','NO']}],'minItems':2,"
                        + "'items':false}]}");
        assertThat(schema(Approved.class, Quick.class)).startsWith("{'oneOf':[{'type':'object'");
    }

    @Test
    void typesThatContainThemselvesAreReferences() {
        assertThat(schema(Tree.class))
                .startsWith("{'type':'object','properties':{'@type':{'const':'Tree'},'name':{'type':['string','null']},"
                        + "'children':{'type':['array','null'],'items':{'anyOf':[{'$ref':'#/$defs/Tree'},"
                        + "{'type':'null'}]}},'decision':{'anyOf':[{'$ref':'#/$defs/Decision'},{'type':'null'}]},"
                        + "'numbers':{'type':['object','null'],'additionalProperties':{'type':['array','null'],"
                        + "'items':{'type':'number','format':'double'}}}},'required':['name','children','numbers'],"
                        + "'additionalProperties':false,'$defs':{'Decision':{'oneOf':[{");
    }

    @Test
    void scalarsHaveTheirFormats() {
        assertThat(schema(Times.class))
                .contains(
                        "'at':{'type':['string','null'],'format':'date-time'}",
                        "'bytes':{'type':['string','null']}",
                        "'quick':{'enum':['YES','NO',null]}");
        assertThat(schema(String.class)).isEqualTo("{'type':'string'}");
        assertThat(schema(int.class)).isEqualTo("{'type':'integer','minimum':-2147483648,'maximum':2147483647}");
        assertThat(schema(Quick.class)).isEqualTo("{'enum':['YES','NO']}");
    }

    @Test
    void annotationsAreHonouredAndFieldsOfAClassAreNotRequired() {
        assertThat(schema(Form.class))
                .isEqualTo("{'type':'object','properties':{'@type':{'const':'Form'},'anything':{},"
                        + "'renamed':{'type':['string','null']}},'required':['renamed'],'additionalProperties':false}");
    }

    @Test
    void whatIsNotReadFieldByFieldIsLeftOpen() {
        assertThat(schema(Text.class)).isEqualTo("{}");
        assertThat(schema(Loose.class)).isEqualTo("{}");
        assertThat(schema(Wrapping.class)).isEqualTo("{}");
        assertThat(schema(Object.class)).isEqualTo("{}");
    }
}
