package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Printed;
import io.stepgraph.runtime.testing.TestAgent;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;

/**
 * The JSON of a graph as a user has customised it: the same for all its values, and never less strict than it was (S6,
 * I4).
 */
@Tag("R3")
@Tag("R5")
@Tag("R12")
@Tag("I4")
@Tag("S1")
@Tag("S6")
@Isolated("It reads the standard error stream.")
final class CustomizedJsonTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    /** A type that Jackson cannot build without a mix-in. */
    public static final class Money {
        private final long cents;

        public Money(long cents) {
            this.cents = cents;
        }

        public long cents() {
            return cents;
        }
    }

    abstract static class MoneyMixIn {
        @JsonCreator
        MoneyMixIn(@JsonProperty("cents") long cents) {}
    }

    public sealed interface Step permits Packed, Sent {}

    public record Packed(int boxCount) implements Step {}

    public record Sent(String byWhom) implements Step {}

    public static final class Order {
        public String customerName = "Ann";
        public Instant orderedAt = Instant.EPOCH;
        public Set<String> giftTags = new LinkedHashSet<>(List.of("b", "a"));
        public List<Step> stepsDone = new ArrayList<>(List.of(new Packed(1)));
        public Map<String, Object> otherFacts = new LinkedHashMap<>();
    }

    public record Question(String whatToDo) {}

    public record Approved(String approvedBy) {}

    private TestAgent<Order> agent() {
        return agent(order -> {});
    }

    private TestAgent<Order> agent(Consumer<Order> work) {
        return new TestAgent<>(TestGraph.of(Order.class)
                .start(ASK)
                .interrupt(
                        ASK,
                        Question.class,
                        s -> s.to(GATED).answeredBy(ValueType.of(Approved.class)),
                        answer -> answer instanceof Approved ? GATED : null,
                        (order, input, context) -> {
                            context.emit("asked");
                            work.accept(order);
                            return Transition.ask(new Question("Send it?"));
                        })
                .step(GATED, s -> s.takes(ValueType.of(Approved.class)).toEnd(), (order, input, context) -> {
                    order.stepsDone.add(new Sent(((Approved) input).approvedBy()));
                    return Transition.end();
                }));
    }

    @Test
    void whatAUserLeavesOutWhereItIsEmptyIsInASnapshotAllTheSame() {
        TestGraph<Order> graph = TestGraph.of(Order.class)
                .start(ASK)
                .interrupt(
                        ASK,
                        String.class,
                        s -> s.to(GATED).answeredBy(ValueType.of(Approved.class)),
                        answer -> answer instanceof Approved ? GATED : null,
                        (order, input, context) -> Transition.ask(""))
                .step(GATED, s -> s.takes(ValueType.of(Approved.class)).toEnd(), (order, input, context) -> {
                    throw new IllegalStateException("");
                });
        var agent = new TestAgent<>(graph)
                .json(mapper -> mapper.changeDefaultPropertyInclusion(
                        given -> given.withValueInclusion(JsonInclude.Include.NON_EMPTY)));
        var machine = agent.machine();
        machine.start(new Order(), null);

        var restored = agent.machine(machine.snapshot());
        assertThat(((RunOutcome.QuestionAsked<Node>) restored.outcome()).question())
                .isEqualTo("");

        restored.answer(new Approved("ann"));
        var failed =
                (RunOutcome.Failed<Node>) agent.machine(restored.snapshot()).outcome();
        assertThat(failed.failure().message()).isEqualTo("");
    }

    private Runner runner() {
        return fixture.runner(b -> b);
    }

    private String state(String id) {
        return fixture.stored(id).state().text();
    }

    private static String ticket(RunOutcome<Node> outcome) {
        return ((RunOutcome.QuestionAsked<Node>) outcome).ticket().id();
    }

    @Test
    void S1_a_naming_strategy_holds_for_state_question_answer_input_custom_event_result_and_the_log() {
        var snake = agent().json(mapper -> mapper.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
        RunClient<Order, Node> runs = snake.on(runner());

        RunOutcome<Node> asked = runs.run("one", new Order(), null);

        assertThat(state("one")).contains("\"customer_name\":\"Ann\"", "{\"@type\":\"Packed\",\"box_count\":1}");
        assertThatThrownBy(() -> runs.answer(ticket(asked), "{\"approvedBy\":\"Ann\"}"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessageContaining("approved_by");
        assertThatThrownBy(() -> runner().as(Actor.named("bob")).answer(ticket(asked), "{\"approvedBy\":\"Ann\"}"))
                .isInstanceOf(InvalidAnswerException.class);
        RunOutcome<Node> end = runs.answer(ticket(asked), "{\"approved_by\":\"Ann\"}");
        assertThat(((Order) Outcomes.completed(end)).stepsDone).containsExactly(new Packed(1), new Sent("Ann"));
        assertThat(runs.run("one", new Order(), null)).isInstanceOf(RunOutcome.Completed.class);
        List<Object> told = new ArrayList<>();
        for (StreamedEvent event : runs.events("one")) {
            if (event.event() instanceof RunEvent.QuestionAsked interrupted) {
                told.add(interrupted.question());
            } else if (event.event() instanceof RunEvent.Answered answered) {
                told.add(answered.answer());
            } else if (event.event() instanceof RunEvent.Custom customEvent) {
                told.add(customEvent.event());
            }
        }
        assertThat(told).containsExactly("asked", new Question("Send it?"), new Approved("Ann"));
    }

    @Test
    void R3_a_customised_start_is_compared_as_it_is_written() {
        var upper = agent().json(mapper -> mapper.propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE));
        RunClient<Order, Node> runs = upper.on(runner());
        runs.run("one", new Order(), null);
        Order other = new Order();
        other.customerName = "Bob";

        assertThat(runs.run("one", new Order(), null)).isInstanceOf(RunOutcome.QuestionAsked.class);
        assertThrown(StartConflictException.class, () -> runs.run("one", other, null), "state.CustomerName");
    }

    @Test
    void S1_a_machine_saves_and_restores_with_it() {
        var snake = agent().json(mapper -> mapper.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
        MachineClient<Order, Node> machine = snake.machine();
        machine.start(new Order(), null);

        String snapshot = machine.snapshot();

        assertThat(snapshot).contains("customer_name", "what_to_do").doesNotContain("customerName");
        RunOutcome<Node> end = snake.machine(snapshot).answer(new Approved("Ann"));
        assertThat(((Order) Outcomes.completed(end)).stepsDone).hasSize(2);
    }

    @Test
    void R5_mix_ins_modules_and_dates_are_as_customised() {
        var agent = agent(order -> order.otherFacts.put("count", 5L))
                .json(mapper -> mapper.addMixIn(Money.class, MoneyMixIn.class))
                .json(mapper -> mapper.enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
                        .enable(DeserializationFeature.USE_LONG_FOR_INTS));
        Printed printed = Printed.by(() -> agent.on(runner()).run("one", new Order(), null));

        assertThat(state("one")).contains("\"orderedAt\":0").contains("\"count\":5");
        assertThat(printed.lines("otherFacts")).isEmpty();
    }

    @Test
    void R12_a_mix_in_lets_Jackson_build_what_it_could_not() {
        TestGraph<Money> graph = TestGraph.of(Money.class).ends(FIRST);
        assertThrown(NotStorableException.class, () -> fixture.runs(graph).run("one", new Money(5), null));
        Graph<Object, Money, String, Node> mixed = io.stepgraph.internal.codec.CustomizedGraph.of(
                graph, mapper -> mapper.addMixIn(Money.class, MoneyMixIn.class));

        RunOutcome<Node> end = runner().client(mixed, new Object()).run("one", new Money(5), null);

        assertThat(((Money) Outcomes.completed(end)).cents()).isEqualTo(5);
    }

    @Test
    void S1_two_that_are_customised_differently_share_nothing_and_the_plain_one_stays_as_it_is() {
        TestAgent<Order> plain = agent();
        Runner runner = runner();
        var snake = plain.json(mapper -> mapper.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
        var kebab = plain.json(mapper -> mapper.propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE));

        snake.on(runner).run("snake", new Order(), null);
        kebab.on(runner).run("kebab", new Order(), null);
        plain.on(runner).run("plain", new Order(), null);
        snake.on(runner).run("snake-2", new Order(), null);

        assertThat(state("snake")).contains("customer_name");
        assertThat(state("kebab")).contains("customer-name");
        assertThat(state("plain")).contains("customerName");
        assertThat(state("snake-2")).isEqualTo(state("snake"));
    }

    private void isAsWithout(Consumer<? super JsonMapper.Builder> customizer) {
        RunClient<Order, Node> runs = agent().json(customizer).on(runner());
        RunOutcome<Node> asked = runs.run("one", new Order(), null);
        assertThat(state("one")).doesNotContain(CustomizedJsonTest.class.getName(), "@class");
        assertThat(state("one")).contains("\"stepsDone\":[{\"@type\":\"Packed\",\"boxCount\":1}]");
        assertThatThrownBy(() -> runs.answer(ticket(asked), "{\"approvedBy\":\"Ann\",\"more\":1}"))
                .isInstanceOf(InvalidAnswerException.class);
        assertThrown(InvalidAnswerException.class, () -> runs.answer(ticket(asked), "{'approvedBy':\"Ann\"}"));
        assertThatThrownBy(() -> runs.answer(ticket(asked), "{\"approvedBy\":\"Ann\",\"approvedBy\":\"Bob\"}"))
                .isInstanceOf(InvalidAnswerException.class);
        assertThat(Outcomes.completed(runs.answer(ticket(asked), "{\"approvedBy\":\"Ann\"}")))
                .isInstanceOf(Order.class);
        runs.delete("one");
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface ByClassName {}

    /** Asks for class names everywhere. */
    static final class EverythingByClassName extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public JsonTypeInfo.Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
            return JsonTypeInfo.Value.from(ByClassName.class.getAnnotation(JsonTypeInfo.class));
        }
    }

    @Test
    void S6_no_customizer_makes_data_name_classes() {
        BasicPolymorphicTypeValidator everything = BasicPolymorphicTypeValidator.builder()
                .allowIfBaseType(Object.class)
                .build();
        isAsWithout(mapper -> mapper.activateDefaultTyping(everything, DefaultTyping.NON_FINAL));
        isAsWithout(mapper -> mapper.polymorphicTypeValidator(everything));
        isAsWithout(mapper -> mapper.addMixIn(Step.class, ByClassName.class).addMixIn(Object.class, ByClassName.class));
        isAsWithout(mapper -> mapper.annotationIntrospector(new EverythingByClassName()));
        isAsWithout(mapper -> mapper.annotationIntrospector(
                AnnotationIntrospector.pair(new EverythingByClassName(), mapper.annotationIntrospector())));
        isAsWithout(mapper -> mapper.addModule(new SimpleModule("late") {
            private static final long serialVersionUID = 1;

            @Override
            public void setupModule(JacksonModule.SetupContext context) {
                context.insertAnnotationIntrospector(new EverythingByClassName());
                ((JsonMapper.Builder) context.getOwner()).activateDefaultTyping(everything);
            }
        }));
        isAsWithout(mapper -> mapper.disable(MapperFeature.USE_ANNOTATIONS));
        isAsWithout(mapper -> mapper.activateDefaultTyping(everything).build());
    }

    @Test
    void I4_no_customizer_makes_the_answer_door_forgive() {
        isAsWithout(mapper -> mapper.disable(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES));
        isAsWithout(mapper -> mapper.disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_JAVA_COMMENTS));
        isAsWithout(mapper -> mapper.removeAllModules());
        isAsWithout(mapper -> mapper.disable(JsonWriteFeature.QUOTE_PROPERTY_NAMES));
        isAsWithout(mapper -> mapper.enable(SerializationFeature.WRAP_ROOT_VALUE));
    }

    @Test
    void S1_a_customizer_that_forgives_nothing_leaves_stored_values_readable_by_the_next_build() {
        var strict = agent().json(mapper -> mapper.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(
                        DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES));
        MachineClient<Order, Node> machine = strict.machine();
        machine.start(new Order(), null);
        String snapshot = machine.snapshot();

        String older = snapshot.replace("\"boxCount\":1", "\"removed\":true");

        assertThat(older).isNotEqualTo(snapshot);
        assertThat(strict.machine(older).outcome()).isInstanceOf(RunOutcome.QuestionAsked.class);
    }

    @Test
    void R12_no_customizer_moves_the_limit_of_depth() {
        var agent = agent(order -> {
            Object deep = "x";
            for (int i = 0; i < 600; i++) {
                deep = List.of(deep);
            }
            order.otherFacts.put("deep", deep);
        });

        RunOutcome<Node> outcome = agent.json(mapper -> mapper.enable(SerializationFeature.INDENT_OUTPUT))
                .on(runner())
                .run("one", new Order(), null);

        assertThat(Outcomes.failure(outcome, ErrorCode.NOT_STORABLE)).contains("500 levels");
    }

    @Test
    void R12_what_a_customizer_throws_comes_out_where_the_values_are_first_needed() {
        var throwing = agent().json(mapper -> {
            throw new IllegalStateException("no such module");
        });
        Runner runner = runner();

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> throwing.on(runner))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no such module");
        }
        MachineClient<Order, Node> machine = throwing.machine(PermissionMode.PLAN);
        machine.start(new Order(), null);
        assertThatThrownBy(machine::snapshot).hasMessage("no such module");
    }
}
