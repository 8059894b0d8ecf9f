package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.StrictModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import io.stepgraph.PermissionMode;
import io.stepgraph.langchain4j.CallingAgent.Turn;
import io.stepgraph.langchain4j.CallingAgentGraph.Outcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the arguments of a call are checked for, before anything is called or anybody is asked (K4). */
@Tag("K4")
final class ArgumentsTest {
    private final List<String> called = new ArrayList<>();
    private final Tools tools = Tools.of(new Bank());

    enum Unit {
        EUR,
        USD
    }

    record Item(String name, int count) {}

    final class Bank {
        @Tool
        @Acts(ask = "Pay {cents}?")
        String refund(String order, int cents) {
            return note("refund " + order + " " + cents);
        }

        @Tool
        String exact(long number) {
            return note("exact " + number);
        }

        @Tool
        String amount(BigDecimal amount) {
            return note("amount " + amount);
        }

        @Tool
        String rate(double rate) {
            return note("rate " + rate);
        }

        @Tool
        String optional(
                @P(value = "a", required = false) @Nullable String left,
                Optional<Integer> maybe,
                @P(value = "b", defaultValue = "7") int seven) {
            return note("optional " + left + " " + maybe.orElse(0) + " " + seven);
        }

        @Tool
        String unit(Unit unit, boolean exact) {
            return note("unit " + unit + " " + exact);
        }

        @Tool
        String order(List<Item> items) {
            return note("order " + items);
        }

        @Tool
        String any(Map<String, Object> values) {
            return note("any " + values);
        }

        @Tool
        String nothing() {
            return note("nothing");
        }
    }

    private String note(String what) {
        called.add(what);
        return what;
    }

    private String result(String tool, String arguments) {
        return result(tools, tool, arguments);
    }

    private static String result(Tools tools, String tool, String arguments) {
        Outcome outcome = CallingAgentGraph.of(new CallingAgent(tools))
                .machine(PermissionMode.DEFAULT)
                .start(Turn.of(call("1", tool, arguments)));
        return CallingAgent.texts(outcome).get(0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            refund  | {"order": "A-1"}                                 | The argument 'cents' is missing.
            refund  | {"order": "A-1", "cents": 5, "dryRun": true}     | There is no argument 'dryRun'. There are [order, cents].
            refund  | {"order": "A-1", "cents": "many"}                | The argument 'cents' is "many", and must be a number.
            refund  | {"order": "A-1", "cents": 5.5}                   | The argument 'cents' is 5.5, and must be a whole number.
            refund  | {"order": null, "cents": 5}                      | The argument 'order' is null, and must be a text.
            amount  | {"amount": 0.12345678901234567890}               | The argument 'amount' is 0.12345678901234567890, and must be a number that a double can hold, with 15 digits at most.
            amount  | {"amount": 1E400}                                | The argument 'amount' is 1E+400, and must be a number that a double can hold, with 15 digits at most.
            rate    | {"rate": 9007199254740993}                       | The argument 'rate' is 9007199254740993, and must be a number that a double can hold, with 15 digits at most.
            any     | {"values": {"deep": [0.12345678901234567890]}}   | The argument 'values.deep[0]' is 0.12345678901234567890, and must be a number that a double can hold, with 15 digits at most.
            any     | {"values": null}                                 | The argument 'values' is null, and must be a value.
            unit    | {"unit": "YEN", "exact": true}                   | The argument 'unit' is "YEN", and must be one of [EUR, USD].
            unit    | {"unit": "EUR", "exact": "yes"}                  | The argument 'exact' is "yes", and must be true or false.
            order   | {"items": {"name": "a", "count": 1}}             | The argument 'items' is {"name":"a","count":1}, and must be a list.
            order   | {"items": ["a"]}                                 | The argument 'items[0]' is "a", and must be an object.
            order   | {"items": [{"name": "a"}]}                       | The argument 'items[0].count' is missing.
            order   | {"items": [{"name": "a", "count": 1, "x": 2}]}   | There is no argument 'items[0].x'. There are [name, count].
            """)
    void arguments_that_do_not_fit_are_told_and_nothing_is_called(String tool, String arguments, String told) {
        assertThat(result(tool, arguments)).isEqualTo("Not carried out. " + told);
        assertThat(called).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            exact    | {"number": 5.0}                                | exact 5
            exact    | {"number": 9007199254740993}                   | exact 9007199254740993
            amount   | {"amount": 12.34}                              | amount 12.34
            rate     | {"rate": 9007199254740992}                     | rate 9.007199254740992E15
            optional | {}                                             | optional null 0 7
            optional | {"left": null, "maybe": null, "seven": null}   | optional null 0 7
            optional | {"left": "a", "maybe": 1, "seven": 2}          | optional a 1 2
            unit     | {"unit": "EUR", "exact": true}                 | unit EUR true
            order    | {"items": [{"name": "a", "count": 1}]}         | order [Item[name=a, count=1]]
            any      | {"values": {"a": [1, null]}}                   | any {a=[1, null]}
            nothing  | {}                                             | nothing
            """)
    void arguments_that_fit_reach_the_tool(String tool, String arguments, String call) {
        assertThat(result(tool, arguments)).isEqualTo(call);
        assertThat(called).containsExactly(call);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            refund   | order A-1                                      | The arguments are not a JSON object that can be read.
            refund   | {"order": "A-1", "cents": 5, "cents": 500}     | "cents"
            optional | {"seven": 99999999999}                         | out of range
            """)
    void arguments_that_cannot_be_read_are_told_and_nothing_is_called(String tool, String arguments, String told) {
        assertThat(result(tool, arguments)).startsWith("Not carried out. ").contains(told);
        assertThat(called).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"value": 5}    | {"value":5}
            {"value": null} | {"value":null}
            {"value": true} | Not carried out. The argument 'value' is true, and must be a number.
            """)
    void a_choice_of_types_takes_each_of_them(String arguments, String told) {
        Tools optional = choosing(JsonIntegerSchema.builder().build(), new JsonNullSchema());

        assertThat(result(optional, "choose", arguments)).isEqualTo(told);
    }

    @Test
    void a_value_that_fits_none_of_several_types_is_told() {
        Tools several = choosing(
                JsonIntegerSchema.builder().build(), JsonStringSchema.builder().build());

        assertThat(result(several, "choose", "{\"value\": true}"))
                .isEqualTo("Not carried out. The argument 'value' is true, and must be one of the forms that the tool"
                        + " describes.");
    }

    @Test
    void no_value_is_none_of_a_list_of_choices() {
        Tools tools = choosing(JsonObjectSchema.builder()
                .addProperty(
                        "unit",
                        JsonEnumSchema.builder().enumValues("EUR", "USD").build())
                .required("unit"));

        assertThat(result(tools, "choose", "{\"unit\": null}"))
                .isEqualTo("Not carried out. The argument 'unit' is null, and must be one of [EUR, USD].");
    }

    @Test
    void a_schema_that_takes_further_arguments_gets_them() {
        Tools open = choosing(JsonObjectSchema.builder().additionalProperties(true));

        assertThat(result(open, "choose", "{\"dryRun\": true}")).isEqualTo("{\"dryRun\":true}");
    }

    private static Tools choosing(JsonSchemaElement... types) {
        return choosing(JsonObjectSchema.builder()
                .addProperty("value", JsonAnyOfSchema.builder().anyOf(types).build())
                .required("value"));
    }

    private static Tools choosing(JsonObjectSchema.Builder parameters) {
        ToolSpecification choose = ToolSpecification.builder()
                .name("choose")
                .parameters(parameters.build())
                .build();
        return Tools.builder()
                .add(choose, (request, memory) -> request.arguments(), Does.READ)
                .build();
    }
}
