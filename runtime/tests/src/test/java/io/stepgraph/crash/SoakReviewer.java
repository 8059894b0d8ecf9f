package io.stepgraph.crash;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.Store;
import java.util.concurrent.TimeUnit;

/** The process of the soak that answers every question, without the agent's classes. */
final class SoakReviewer {
    private static final int PAGE = 100;
    private static final int PAUSE_MILLIS = 20;

    private SoakReviewer() {}

    /** Argument: the store. */
    public static void main(String[] args) throws InterruptedException {
        try (Store store = Stores.open(args[0]);
                Runner runner = Runner.builder(store).build()) {
            while (true) {
                for (OpenQuestion question :
                        Traveller.patiently(() -> runner.questions(null, PAGE)).questions()) {
                    answer(runner, question.ticket().id());
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    private static void answer(Runner runner, String ticket) {
        try {
            Traveller.<Object>patiently(() -> {
                runner.answer(ticket, "\"yes\"", "fifth");
                return "answered";
            });
        } catch (StaleAnswerException answered) {
            System.err.println(answered.getMessage());
        }
    }
}
