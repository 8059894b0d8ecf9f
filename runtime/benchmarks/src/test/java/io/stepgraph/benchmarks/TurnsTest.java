package io.stepgraph.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.benchmarks.Figure.Part;
import io.stepgraph.benchmarks.Figure.Timed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final int WARM_UPS = 2;
    private static final int TURNS = 20;

    private final List<String> taken = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();

    @Test
    void everySideIsTakenOnceInEachTurn() throws Exception {
        List<Map<Part, Double>> turns = take(side("a"), side("b"), side("c"));

        assertThat(taken).hasSize(3 * (WARM_UPS + TURNS));
        for (int i = 0; i < taken.size(); i += 3) {
            assertThat(taken.subList(i, i + 3)).containsExactlyInAnyOrder("a", "b", "c");
        }
        assertThat(turns).hasSize(TURNS).allSatisfy(turn -> assertThat(turn).hasSize(3));
    }

    @Test
    void noSideAlwaysComesFirst() throws Exception {
        take(side("a"), side("b"));

        Set<String> first = new HashSet<>();
        for (int i = 0; i < taken.size(); i += 2) {
            first.add(taken.get(i));
        }
        assertThat(first).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void warmUpsDoNotCount() throws Exception {
        Timed side = side("a");

        assertThat(take(side).get(0)).containsEntry(side, WARM_UPS + 1.0);
    }

    @Test
    void allSidesAreClosedAlsoIfOneFails() throws Exception {
        take(side("a"), side("b"));
        assertThat(closed).containsExactly("a", "b");

        closed.clear();
        assertThatThrownBy(() -> take(side("a"), side("fails"))).hasMessage("it fails");
        assertThat(closed).containsExactly("a", "fails");
    }

    @Test
    void numbersComeOutOfTheFileAsTheyWentIn() throws Exception {
        Timed a = side("a");
        Timed b = side("b");
        List<Map<Part, Double>> turns = take(a, b);

        assertThat(CourseProgram.read(List.of(a, b), CourseProgram.write(List.of(a, b), turns)))
                .isEqualTo(turns);
    }

    @Test
    void whatIsSubtractedTakesTurns() {
        for (Group group : Group.values()) {
            assertThat(Goals.of(group).stream()
                            .flatMap(Goal::differences)
                            .flatMap(difference -> difference.parts().stream()))
                    .allSatisfy(part -> assertThat(part).isInstanceOf(Timed.class));
        }
    }

    private List<Map<Part, Double>> take(Timed... sides) throws Exception {
        return Turns.take(List.of(sides), WARM_UPS, TURNS, new Random(1));
    }

    private Timed side(String name) {
        return new Timed(new Side() {
            @Override
            public Course course() {
                return Course.START;
            }

            @Override
            public Opened open() {
                return new Opened() {
                    private int turns;

                    @Override
                    public double take() {
                        if (name.equals("fails")) {
                            throw new IllegalStateException("it fails");
                        }
                        taken.add(name);
                        return ++turns;
                    }

                    @Override
                    public void close() {
                        closed.add(name);
                    }
                };
            }
        });
    }
}
