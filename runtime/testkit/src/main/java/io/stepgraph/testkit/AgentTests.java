package io.stepgraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.client.AgentRuns;
import io.stepgraph.testkit.Lifetime.Place;
import io.stepgraph.testkit.Performance.Asked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Tests of an agent by scenarios, for JUnit. Each scenario is played
 *
 * <ul>
 *   <li>undisturbed;
 *   <li>with a crash before and after each write of its store: each commit, answer, and beginning and end of an effect. A new
 *       process continues the run. Its result and its events have to be those of the undisturbed play;
 *   <li>with each question left to expire, if it can: the run has to go on without failing;
 *   <li>in each mode. Where the run is parked, its mode is raised; the result has to be the same.
 * </ul>
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> survives() {
 *     return AgentTests.of(
 *                     Scenario.of("an approved draft is revised", () -> ReviewAgentGraph.of(new ReviewAgent(model)))
 *                             .start((runs, id) -> runs.run(id, new Essay("essay.txt", "A long text.")))
 *                             .answer(ReviewAgentStep.APPROVE, new Approved()))
 *             .minCoverage(1.0)
 *             .tests();
 * }
 * }</pre>
 *
 * <p>The steps of the agent are executed by the real engine, on a store in memory; nothing is replaced. An effect that a crash
 * leaves in doubt is resolved as a person would who looks into the remote system. Delays of retries take their time. What a
 * step takes from the clock or at random differs from play to play; let a fake supply it.
 *
 * @param <R> the runs of the agent
 */
public final class AgentTests<R extends AgentRuns<?, ?, ?>> {
    private static final PermissionMode HIGHEST = PermissionMode.BYPASS_PERMISSIONS;

    private final List<Scenario<R>> scenarios;
    private final EdgeCoverage coverage = new EdgeCoverage();
    private double minCoverage;
    private @Nullable Path coverageFile;

    private AgentTests(List<Scenario<R>> scenarios) {
        this.scenarios = scenarios;
    }

    /**
     * Tests by these scenarios of one agent.
     *
     * @param scenarios one or more
     * @param <R> the runs of the agent
     * @return the tests, to be configured
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // List.of only reads them
    public static <R extends AgentRuns<?, ?, ?>> AgentTests<R> of(Scenario<R>... scenarios) {
        if (scenarios.length == 0) {
            throw new IllegalArgumentException("There is no scenario. Give one or more.");
        }
        return new AgentTests<>(List.of(scenarios));
    }

    /**
     * Demands that the plays together take a part of the edges of the graph. A last test fails otherwise, and names the edges
     * that no scenario takes.
     *
     * @param share from 0 to 1; the default is 0
     * @return this
     */
    public AgentTests<R> minCoverage(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("The coverage is a part from 0 to 1, not " + share + ".");
        }
        minCoverage = share;
        return this;
    }

    /**
     * Writes which edges the plays take, for {@code stepgraph graph FILE --coverage}, after the last test.
     *
     * @param file the file, which is replaced; its folder is created
     * @return this
     */
    public AgentTests<R> coverageTo(Path file) {
        coverageFile = Objects.requireNonNull(file, "file");
        return this;
    }

    /**
     * The tests, for a method with {@code @TestFactory}: a container for each scenario, and the coverage at the end.
     *
     * @return the tests, which are executed in their order
     */
    public Stream<DynamicNode> tests() {
        return Stream.concat(
                scenarios.stream().map(this::container),
                Stream.of(DynamicTest.dynamicTest("the scenarios take enough of the edges", this::checkCoverage)));
    }

    private DynamicNode container(Scenario<R> scenario) {
        return DynamicContainer.dynamicContainer(
                scenario.name(), Stream.of(scenario).flatMap(this::plays));
    }

    /** The undisturbed play tells where a process can die and which questions there are. */
    private Stream<DynamicNode> plays(Scenario<R> scenario) {
        Performance undisturbed;
        try {
            undisturbed = play(scenario, HIGHEST, null, new Person(scenario, null, null, null));
        } catch (RuntimeException | Error broken) {
            return Stream.of(DynamicTest.dynamicTest("undisturbed", () -> {
                throw broken;
            }));
        }
        List<DynamicNode> plays = new ArrayList<>();
        plays.add(DynamicTest.dynamicTest("undisturbed", () -> scenario.checkEnd(undisturbed.failure())));
        for (Place place : undisturbed.places()) {
            plays.add(DynamicTest.dynamicTest("killed " + place, () -> {
                Person person = new Person(scenario, null, place, undisturbed);
                assertThat(play(scenario, HIGHEST, place, person).log()).isEqualTo(undisturbed.log());
            }));
        }
        for (Asked question : undisturbed.questions()) {
            if (question.expires() != null) {
                plays.add(DynamicTest.dynamicTest("nobody answers " + question, () -> {
                    Person person = new Person(scenario, question, null, null);
                    Performance expired = play(scenario, HIGHEST, null, person);
                    scenario.checkGoesOn(expired.failure());
                }));
            }
        }
        for (PermissionMode mode : PermissionMode.values()) {
            if (mode != HIGHEST) {
                plays.add(DynamicTest.dynamicTest("in mode " + mode, () -> {
                    Person person = new Person(scenario, null, null, null);
                    assertThat(play(scenario, mode, null, person).log()).isEqualTo(undisturbed.log());
                }));
            }
        }
        return plays.stream();
    }

    private Performance play(Scenario<R> scenario, PermissionMode mode, @Nullable Place death, Person person) {
        return new Play<>(scenario, mode, death, person).play(coverage);
    }

    private void checkCoverage() throws Exception {
        if (coverageFile != null) {
            coverage.write(coverageFile);
        }
        if (coverage.share() < minCoverage) {
            throw new AssertionError("The scenarios take %.0f %% of the edges, less than %.0f %%. No scenario takes %s."
                    .formatted(100 * coverage.share(), 100 * minCoverage, coverage.missing()));
        }
    }
}
