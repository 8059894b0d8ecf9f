package io.stepgraph.internal.json;

import static io.stepgraph.internal.codec.Codecs.codec;
import static io.stepgraph.internal.codec.Codecs.roundTrip;
import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sealed hierarchies are told apart by the names of their leaves, without annotations. */
public class SealedTypesTest {

    public sealed interface Decision permits Approved, Rejection, Quick {}

    record Approved() implements Decision {}

    sealed interface Rejection extends Decision permits Rude, Polite {}

    public record Rude(String type, int level) implements Rejection {}

    static final class Polite implements Rejection {
        String why = "";
        final Optional<Decision> instead;

        Polite() {
            this(Optional.empty());
        }

        Polite(Optional<Decision> instead) {
            this.instead = instead;
        }
    }

    enum Quick implements Decision {
        YES {
            @Override
            String text() {
                return "yes";
            }
        },
        NO;

        String text() {
            return "no";
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Log(
            Decision last,
            List<? extends Decision> all,
            Map<String, Decision> byName,
            Optional<Rejection> maybe,
            Decision[] array,
            Rude exact,
            Quick quick) {}

    public sealed interface Result<T> permits Ok, Err {}

    record Ok<T>(T value, List<T> more) implements Result<T> {}

    record Err<T>(String message) implements Result<T> {}

    abstract static sealed class Shape permits Circle, Square {
        int x;
    }

    static final class Circle extends Shape {
        int radius;
    }

    static sealed class Square extends Shape permits Cube {
        int side;
    }

    static final class Cube extends Square {
        int depth;
    }

    public sealed interface Renamed permits Renamed.New {
        @JsonTypeName("Old")
        record New(int n) implements Renamed {}
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Own.A.class, name = "a"),
        @JsonSubTypes.Type(value = Own.B.class, name = "b")
    })
    sealed interface Own permits Own.A, Own.B {
        record A() implements Own {}

        record B(int n) implements Own {}
    }

    sealed interface Open permits Wide {}

    static non-sealed class Wide implements Open {
        int n;
    }

    static final class Wider extends Wide {
        int m;
    }

    @Test
    void aLeafIsStoredWithItsSimpleName() {
        ValueCodec codec = codec(Decision.class);

        assertThat(codec.write(new Approved()).text()).isEqualTo("{\"@type\":\"Approved\"}");
        assertThat(codec.write(new Rude("t", 3)).text()).isEqualTo("{\"@type\":\"Rude\",\"type\":\"t\",\"level\":3}");
        assertThat(codec.write(Quick.NO).text()).isEqualTo("[\"Quick\",\"NO\"]");
    }

    @Test
    void everyLeafComesBack() {
        ValueCodec codec = codec(Decision.class);
        for (Decision decision : List.of(new Approved(), new Rude("t", 3), Quick.YES, Quick.NO)) {
            assertThat(roundTrip(codec, decision)).isEqualTo(decision);
        }
        Polite polite = new Polite(Optional.of(new Polite(Optional.of(Quick.YES))));
        assertThat(roundTrip(codec, polite)).usingRecursiveComparison().isEqualTo(polite);
    }

    @Test
    void aNestedSealedTypeKnowsItsOwnLeavesOnly() {
        ValueCodec codec = codec(Rejection.class);

        assertThat(roundTrip(codec, new Rude("t", 1))).isEqualTo(new Rude("t", 1));
        assertThatThrownBy(() -> codec.read(Json.of("{\"@type\":\"Approved\"}")))
                .isInstanceOf(UnreadableValueException.class)
                .hasMessageContaining("Approved")
                .hasMessageContaining("[Rude, Polite]");
    }

    @Test
    void sealedTypesNestInComponentsListsMapsOptionalsAndArrays() {
        Decision[] array = {new Approved(), Quick.YES};
        Log log = new Log(
                new Rude("a", 1),
                List.of(new Approved(), Quick.NO),
                Map.of("k", new Rude("b", 2)),
                Optional.of(new Rude("c", 3)),
                array,
                new Rude("d", 4),
                Quick.YES);

        Log back = (Log) roundTrip(codec(Log.class), log);

        assertThat(back).usingRecursiveComparison().isEqualTo(log);
        assertThat(codec(Log.class).write(log).text())
                .contains("\"exact\":{\"type\":\"d\",\"level\":4}", "\"quick\":\"YES\"");
    }

    @Test
    void leavesOfAGenericTypeKeepItsArguments() {
        ValueCodec codec = codec(Result.class, ValueType.of(Decision.class));
        Ok<Decision> ok = new Ok<>(new Rude("t", 1), List.of(Quick.NO, new Approved()));

        assertThat(roundTrip(codec, ok)).isEqualTo(ok);
        assertThat(roundTrip(codec, new Err<>("no"))).isEqualTo(new Err<>("no"));
        ValueCodec list = codec(List.class, ValueType.of(Result.class, ValueType.of(Decision.class)));
        assertThat(roundTrip(list, List.of(ok))).isEqualTo(List.of(ok));
    }

    @Test
    void sealedClassesMayBeLeavesThemselves() {
        Square square = new Square();
        square.x = 1;
        square.side = 2;
        Cube cube = new Cube();
        cube.depth = 3;

        for (Shape shape : List.of(square, cube, new Circle())) {
            assertThat(roundTrip(codec(Shape.class), shape))
                    .usingRecursiveComparison()
                    .withStrictTypeChecking()
                    .isEqualTo(shape);
        }
        assertThat(codec(Square.class).write(square).text()).contains("\"@type\":\"Square\"");
    }

    @Test
    void aStoredNameMayBeGivenWithAnAnnotation() {
        assertThat(codec(Renamed.class).write(new Renamed.New(1)).text()).isEqualTo("{\"@type\":\"Old\",\"n\":1}");
        assertThat(roundTrip(codec(Renamed.class), new Renamed.New(1))).isEqualTo(new Renamed.New(1));
    }

    @Test
    void aUsersOwnTypingByNameIsRespected() {
        assertThat(codec(Own.class).write(new Own.B(1)).text()).isEqualTo("{\"kind\":\"b\",\"n\":1}");
        assertThat(roundTrip(codec(Own.class), new Own.A())).isEqualTo(new Own.A());
    }

    @Test
    void r12ASubclassThatIsNoLeafIsRefusedWhenWritten() {
        assertThat(roundTrip(codec(Open.class), new Wide())).isInstanceOf(Wide.class);
        assertThrown(NotStorableException.class, () -> codec(Open.class).write(new Wider()), "Wider", "[Wide]");
    }

    @Test
    void s6AMissingOrUnknownNameBuildsNothing() {
        for (String document : List.of(
                "{}",
                "{\"type\":\"Rude\"}",
                "{\"@type\":\"java.lang.Runtime\"}",
                "{\"@type\":\"io.stepgraph.internal.json.SealedTypesTest$Rude\"}",
                "[\"Rude\"]",
                "\"YES\"")) {
            assertThatThrownBy(() -> codec(Decision.class).read(Json.of(document)))
                    .as(document)
                    .isInstanceOf(UnreadableValueException.class);
        }
    }
}
