package io.stepgraph.samples.spring;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.QuestionPage;
import java.util.List;
import org.springframework.stereotype.Component;

/** The open questions of all agents of the application. */
@Component
public class Questions {
    private final Runner runner;

    Questions(Runner runner) {
        this.runner = runner;
    }

    /** Those that somebody may answer, among the 100 oldest. */
    List<OpenQuestion> of(Actor actor) {
        QuestionPage page = runner.questions(null, 100);
        return page.questions().stream()
                .filter(question -> mayAnswer(actor, question))
                .toList();
    }

    private static boolean mayAnswer(Actor actor, OpenQuestion question) {
        AnswerRule rule = AnswerRule.of(question.answerSchema(), question.run().id());
        return rule == null || rule.permits(actor);
    }

    /** Stores an answer, in JSON. The store checks who answers and what; a worker continues the run. */
    void answer(Actor actor, String ticket, String json) {
        runner.as(actor).answer(ticket, json);
    }
}
