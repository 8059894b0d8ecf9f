package io.stepgraph.testkit;

import io.stepgraph.PermissionMode;
import io.stepgraph.testkit.ScenarioResult.Asked;
import io.stepgraph.testkit.SimulatedProcess.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/** The plays of one scenario, a test each. */
final class CrashScenarios<R> {
    private static final PermissionMode HIGHEST = PermissionMode.BYPASS_PERMISSIONS;

    private static final String OF_CHANCE = """
            A value comes from the clock, from chance, or from something that the plays share. Let the fakes of each play give it: \
            Scenario.of(name, FakePayments::new, fake -> ...), or Scenario.withClock for fakes that tell the time.""";

    private static final String OF_CRASHES = """
            After a crash, the agent is created again, and the step in progress runs again. Keep values in the state, not in the agent. \
            Make a call that must not happen twice in an effect: context.once(...). If the effect may call again with its key \
            (retryWithSameKey), the fake has to perform calls with one key once, as the remote system does. \
            See "Charge a card once" in the guide, runtime/EFFECTS.md.""";

    private static final String OF_MODES = """
            The run is parked in front of a step that requires a higher mode, and continues when its mode is raised. A difference \
            comes from a step that reads its mode.""";

    private final Scenario<R> scenario;
    private final EdgeCoverage coverage;

    CrashScenarios(Scenario<R> scenario, EdgeCoverage coverage) {
        this.scenario = scenario;
        this.coverage = coverage;
    }

    /**
     * The undisturbed play tells where a process can die and which questions there are. It is played twice: if the two
     * differ, the cause is not a crash, and the other plays would only repeat it.
     */
    List<DynamicTest> tests() {
        ScenarioResult undisturbed;
        try {
            undisturbed = play(HIGHEST, null, null, null);
            check("Two undisturbed plays differ:", undisturbed, play(HIGHEST, null, null, undisturbed), OF_CHANCE);
        } catch (RuntimeException | Error broken) {
            return List.of(DynamicTest.dynamicTest("undisturbed", () -> {
                throw broken;
            }));
        }
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(DynamicTest.dynamicTest("undisturbed", () -> {}));
        undisturbed.places().forEach(place -> tests.add(killed(place, undisturbed)));
        undisturbed.answered().stream()
                .filter(Asked::expires)
                .forEach(question -> tests.add(unanswered(question, undisturbed)));
        for (PermissionMode mode : PermissionMode.values()) {
            if (mode != HIGHEST) {
                tests.add(inMode(mode, undisturbed));
            }
        }
        return tests;
    }

    private DynamicTest killed(Place place, ScenarioResult undisturbed) {
        return DynamicTest.dynamicTest(
                "killed " + place,
                () -> check(
                        "The play that was killed " + place + " differs from the undisturbed one:",
                        undisturbed,
                        play(HIGHEST, place, null, undisturbed),
                        OF_CRASHES));
    }

    private DynamicTest unanswered(Asked question, ScenarioResult undisturbed) {
        return DynamicTest.dynamicTest(
                "nobody answers " + question,
                () -> scenario.checkGoesOn(
                        play(HIGHEST, null, question, undisturbed).failure()));
    }

    private DynamicTest inMode(PermissionMode mode, ScenarioResult undisturbed) {
        return DynamicTest.dynamicTest(
                "in mode " + mode,
                () -> check(
                        "The play in mode " + mode + " differs from the undisturbed one:",
                        undisturbed,
                        play(mode, null, null, undisturbed),
                        OF_MODES));
    }

    private ScenarioResult play(
            PermissionMode mode, @Nullable Place death, @Nullable Asked ignored, @Nullable ScenarioResult undisturbed) {
        Responder person = new Responder(scenario, ignored, undisturbed);
        return new ScenarioExecution<>(scenario, mode, death, person).play(coverage, undisturbed);
    }

    private static void check(String title, ScenarioResult undisturbed, ScenarioResult play, String advice) {
        String difference = Difference.between(undisturbed, play);
        if (!difference.isEmpty()) {
            throw new AssertionError(title + difference + "\n" + advice);
        }
    }
}
