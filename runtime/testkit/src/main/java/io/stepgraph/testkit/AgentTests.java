package io.stepgraph.testkit;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
 *   <li>undisturbed, twice: if the two plays differ, the cause is not a crash, and the test says what differs;
 *   <li>with a crash before and after each write of its store: each commit, answer, message, and beginning and end of
 *       an effect. A new process continues the run;
 *   <li>with the time for each answer or message left to end, if it can: the run has to go on without failing. What it
 *       does then is tested by a scenario with {@link Scenario#expire};
 *   <li>in each mode. Where the run is parked, its mode is raised.
 * </ul>
 *
 * <p>Each play has its own store, its own fakes and the same start time. Events, replies to messages, the result and
 * the {@linkplain ScenarioWithFakes#compare compared} values of the fakes have to be those of the undisturbed play,
 * except where a time was left to end. The custom events of a visit may come in any order, since tasks of {@code
 * together} emit them.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> survives() {
 *     return AgentTests.of(
 *                     refund("an approved refund is paid")
 *                             .answer(RefundsStep.APPROVE, new Approved())
 *                             .expect("payments", 1),
 *                     refund("a refund that nobody approves is not paid")
 *                             .expire(RefundsStep.APPROVE)
 *                             .expect("payments", 0))
 *             .minCoverage(1.0)
 *             .tests();
 * }
 *
 * private static Scenario<RefundsGraph.Runs> refund(String name) {
 *     return Scenario.of(name, FakePayments::new, fake -> RefundsGraph.of(new Refunds(fake)))
 *             .compare("payments", FakePayments::count)
 *             .start((runs, id) -> runs.run(id, new Claim(4200)));
 * }
 * }</pre>
 *
 * <p>The steps of the agent are executed by the real engine, on a store in memory; nothing is replaced. An effect that
 * a crash leaves in doubt is resolved as a person would who looks into the remote system. The time for an answer, the
 * end of a {@code @Wait}, the delay of a start and the end of a call that was cut off are not waited for: the clock
 * jumps. Delays of retries take their time. What a step takes from the machine's clock or at random differs from play
 * to play; let a fake supply it.
 *
 * @param <R> the runs of the agent
 */
public final class AgentTests<R> {
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
    public static <R> AgentTests<R> of(Scenario<R>... scenarios) {
        if (scenarios.length == 0) {
            throw new IllegalArgumentException("There is no scenario. Give one or more.");
        }
        return new AgentTests<>(List.of(scenarios));
    }

    /**
     * Demands that the plays together take a part of the edges of the graph. A last test fails otherwise, and names the
     * edges that no scenario takes.
     *
     * @param share from 0 to 1; the default is 0
     * @return this
     */
    public AgentTests<R> minCoverage(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("The coverage must be between 0 and 1, not " + share + ".");
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
                scenario.name(),
                Stream.of(new CrashScenarios<>(scenario, coverage)).flatMap(plays -> plays.tests().stream()));
    }

    private void checkCoverage() throws Exception {
        if (coverageFile != null) {
            coverage.write(coverageFile);
        }
        if (coverage.share() < minCoverage) {
            throw new AssertionError(String.format(
                    Locale.ROOT,
                    "The scenarios take %.0f %% of the edges, less than %.0f %%. No scenario takes %s.",
                    100 * coverage.share(),
                    100 * minCoverage,
                    coverage.missing()));
        }
    }
}
