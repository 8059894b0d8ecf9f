package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.annotation.JsonDeserialize;

/** A type that nothing can build is told by the first run, before anything is started and any step acts (R12). */
@Tag("R12")
final class DeclaredTypesTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final AtomicInteger performed = new AtomicInteger();

    /** As Lombok's {@code @Value} leaves it: the names of the parameters are not in the class file. */
    public static final class Valued {
        private final String text;
        private final int number;

        public Valued(String text, int number) {
            this.text = text;
            this.number = number;
        }

        public String getText() {
            return text;
        }

        public int getNumber() {
            return number;
        }
    }

    /** The same with one field, which Jackson could take for a text. */
    public static final class ValuedText {
        private final String text;

        public ValuedText(String text) {
            this.text = text;
        }

        public String getText() {
            return text;
        }
    }

    public record Deep(Map<String, List<Optional<Valued>>> deep) {}

    public static final class DeepText {
        public ValuedText[] texts = {};
    }

    public sealed interface Shape permits Circle, Odd {}

    public record Circle(int radius) implements Shape {}

    public record Odd(Valued value) implements Shape {}

    public record Drawing(List<Shape> shapes) {}

    public interface Open {}

    public record Opened(Open open) {}

    public record Tasks(BlockingQueue<String> tasks) {}

    public interface Texts extends List<String> {}

    public record Lines(Texts lines) {}

    public sealed interface Twins permits One.Twin, Other.Twin {}

    public static final class One {
        public record Twin() implements Twins {}
    }

    public static final class Other {
        public record Twin() implements Twins {}
    }

    public record Family(Twins twins) {}

    /** All that Jackson builds in one way or another. */
    public static final class Fine {
        public Text text = new Text("x");
        public Created created = new Created("x", 1);
        public Animal animal = new Dog();
        public Implemented implemented = new Implementation();
        public List<PermissionMode> modes = List.of();
        public Map<String, Object> facts = Map.of();
        public NavigableMap<String, Deque<Integer>> sorted = new TreeMap<>();
        public ConcurrentMap<String, SortedSet<PermissionMode>> shared = new ConcurrentHashMap<>();
        public EnumSet<PermissionMode> some = EnumSet.of(PermissionMode.PLAN);
        public Runnable derived;
        public Tree tree;
    }

    public record Tree(List<Tree> branches) {}

    public static final class Text {
        private final String text;

        public Text(String text) {
            this.text = text;
        }

        @JsonValue
        public String text() {
            return text;
        }
    }

    public static final class Created {
        private final String text;
        private final int number;

        @JsonCreator
        public Created(@JsonProperty("text") String text, @JsonProperty("number") int number) {
            this.text = text;
            this.number = number;
        }

        @Override
        public String toString() {
            return text + number;
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Dog.class))
    public abstract static class Animal {}

    public static final class Dog extends Animal {}

    @JsonDeserialize(as = Implementation.class)
    public interface Implemented {}

    public static final class Implementation implements Implemented {}

    private <S> NotStorableException refusal(Class<S> state, S start, UnaryOperator<TestGraph<S>> more) {
        TestGraph<S> graph =
                more.apply(TestGraph.of(state).ends(FIRST, (value, context) -> performed.incrementAndGet()));
        NotStorableException refusal = catchThrowableOfType(
                NotStorableException.class, () -> fixture.runs(graph).run("one", start, null));
        assertThat(refusal == null ? performed : fixture.store.writes()).isNotNull();
        if (refusal != null) {
            assertThat(performed).hasValue(0);
            assertThat(fixture.store.writes()).isEmpty();
        }
        return refusal;
    }

    private void isRefused(NotStorableException refusal, String path, String... words) {
        assertThat(refusal).isNotNull();
        assertThat(refusal.path()).isEqualTo(path);
        assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_STORABLE);
        assertThat(refusal).hasMessageContainingAll(words);
    }

    @Test
    void R12_a_state_whose_constructor_has_no_parameter_names_is_told_with_its_remedy() {
        isRefused(
                refusal(Valued.class, new Valued("x", 1), b -> b),
                "Valued",
                "Valued cannot be stored",
                Valued.class.getName(),
                "-parameters",
                "@JsonCreator",
                "record",
                "the state of graph 'test'");
        isRefused(refusal(ValuedText.class, new ValuedText("x"), b -> b), "ValuedText", "-parameters");
    }

    @Test
    void R12_a_type_deep_inside_another_is_found_by_its_path() {
        isRefused(refusal(Deep.class, new Deep(Map.of()), b -> b), "Deep.deep[][][]", "-parameters");
        isRefused(refusal(DeepText.class, new DeepText(), b -> b), "DeepText.texts[]", "-parameters");
        isRefused(refusal(Drawing.class, new Drawing(List.of()), b -> b), "Drawing.shapes[].value", "-parameters");
    }

    @Test
    void R12_an_open_interface_and_two_leaves_of_one_name_are_told() {
        isRefused(refusal(Opened.class, new Opened(null), b -> b), "Opened.open", "abstract and not sealed");
        isRefused(
                refusal(Family.class, new Family(null), b -> b), "Family.twins", "have the same name", "@JsonTypeName");
    }

    @Test
    void R12_a_collection_of_which_Jackson_knows_no_class_is_told() {
        isRefused(refusal(Tasks.class, new Tasks(null), b -> b), "Tasks.tasks", "declare the class that the value has");
        isRefused(refusal(Lines.class, new Lines(null), b -> b), "Lines.lines", "abstract and not sealed");
    }

    @Test
    void R12_inputs_questions_answers_custom_events_and_results_are_checked_too() {
        isRefused(refusal(Notes.class, Notes.of(), b -> b.output(Valued.class)), "Valued", "the result of graph");
        isRefused(
                refusal(Notes.class, Notes.of(), b -> b.customEvents(Valued.class)),
                "Valued",
                "the custom events of graph");
        isRefused(
                refusal(
                        Notes.class,
                        Notes.of(),
                        b -> b.step(
                                SECOND,
                                s -> s.takes(ValueType.of(Valued.class)).toEnd(),
                                (n, i, c) -> Transition.end())),
                "Valued",
                "the input of step 'second'");
        isRefused(
                refusal(Notes.class, Notes.of(), b -> asking(b, Valued.class, Circle.class)), "Valued", "the question");
        isRefused(
                refusal(Notes.class, Notes.of(), b -> asking(b, Circle.class, Valued.class)),
                "Valued",
                "the answers to interrupt 'ask'");
        isRefused(
                refusal(Notes.class, Notes.of(), b -> asking(b, Circle.class, Twins.class)),
                "answer",
                "have the same name",
                "the answers to interrupt 'ask'");
    }

    private static TestGraph<Notes> asking(TestGraph<Notes> graph, Class<?> question, Class<?> answer) {
        return graph.interrupt(
                        ASK,
                        question,
                        s -> s.to(GATED).answeredBy(ValueType.of(answer)),
                        unused -> GATED,
                        (notes, input, context) -> Transition.end())
                .ends(GATED);
    }

    @Test
    void R12_whatever_Jackson_builds_in_one_way_or_another_passes() {
        assertThat(refusal(Fine.class, new Fine(), b -> b)).isNull();
        assertThat(performed).hasValue(1);
    }

    @Test
    void R12_the_first_call_tells_whichever_it_is() {
        TestGraph<Valued> graph = TestGraph.of(Valued.class).ends(FIRST);
        RunClient<Valued, Node> runs = fixture.runs(graph);

        assertThat(catchThrowableOfType(NotStorableException.class, () -> runs.resume("one")))
                .isNotNull();
        assertThat(catchThrowableOfType(
                        NotStorableException.class, () -> runs.run("one", () -> new Valued("x", 1), null)))
                .isNotNull();
    }
}
