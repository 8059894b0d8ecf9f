package io.stepgraph.testkit;

import io.stepgraph.testkit.SimulatedProcess.Place;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of the play of a scenario.
 *
 * @param fakes the fakes of the play
 * @param compared the values of the fakes that are compared between the plays
 * @param events the events as JSON, without what differs from play to play, and with the replies to messages
 * @param result the result as JSON; null if the run is not completed
 * @param failure how the run has failed, as JSON; null if it has not
 * @param places where the process could have died
 * @param answered the questions that were answered
 * @param effects the effects as they are stored
 */
record ScenarioResult(
        Object fakes,
        Map<String, Object> compared,
        List<String> events,
        @Nullable String result,
        @Nullable String failure,
        List<Place> places,
        List<Asked> answered,
        List<Performed> effects) {

    /**
     * A question.
     *
     * @param run the run
     * @param interrupt the name of its interrupt
     * @param visit its visit
     * @param expires whether its time ends
     */
    record Asked(String run, String interrupt, long visit, boolean expires) {
        @Override
        public String toString() {
            return interrupt + (run.equals(ScenarioExecution.RUN) ? "" : " of " + run) + " at visit " + visit;
        }
    }

    /**
     * An effect.
     *
     * @param key the key that the remote system got
     * @param result its result as JSON
     */
    record Performed(String key, String result) {}

    /** The result of an effect; {@code null} if it has none. */
    String result(String key) {
        return effects.stream()
                .filter(each -> each.key.equals(key))
                .map(Performed::result)
                .findFirst()
                .orElse("null");
    }
}
