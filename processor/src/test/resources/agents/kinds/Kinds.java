package kinds;

import static io.stepgraph.PermissionMode.BYPASS_PERMISSIONS;
import static io.stepgraph.StepGraph.END;
import static io.stepgraph.StepGraph.FAIL;
import static kinds.KindsGraph.*;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;

/** A step for each way to return, and a declaration for each thing that can be said of one. */
@StepGraph(start = "newState", name = "kinds")
final class Kinds {
    record Essay(String text) {}

    record Notes(String text) {}

    sealed interface Answer permits Yes, No {}

    enum Yes implements Answer {
        YES
    }

    sealed interface No extends Answer permits Never, Later {}

    record Never() implements No {}

    record Later() implements No {}

    record Report(String text) {}

    @Step(next = "nothing")
    Essay newState(Essay essay) {
        return essay.text().isEmpty() ? null : new Essay("new");
    }

    @Step(
            next = "value",
            timeout = "2s",
            onFailure = "failed",
            failures = IllegalStateException.class,
            transactional = true,
            formerly = {"none", "nil"})
    @Retry(attempts = 2, backoff = "1s", maxBackoff = "2s", factor = 3, jitter = 0, on = IllegalStateException.class)
    void nothing(Essay essay, StepContext<Notes> context) {}

    @Step(next = "choice")
    Notes value(Essay essay) {
        return essay.text().isEmpty() ? null : new Notes("notes");
    }

    @Step(next = {"choice", "question", END})
    @MaxVisits(times = 3, then = "stop")
    ChoiceNext choice(Essay essay, Notes notes) {
        return switch (essay.text()) {
            case "question" -> ChoiceNext.question();
            case "choice" -> ChoiceNext.choice(notes).with(new Essay("other"));
            case "end" -> ChoiceNext.end(new Report("done"));
            default -> null;
        };
    }

    @Interrupt(
            answer = Answer.class,
            next = {"yes", "no", "late"},
            expires = "1h")
    @AnsweredBy(starter = true)
    int question(Essay essay) {
        return 7;
    }

    @Step(next = END)
    @RequiresMode(BYPASS_PERMISSIONS)
    @GatedBy("question")
    Report yes(Essay essay, Yes yes) {
        return new Report(yes.name());
    }

    @Step(next = "onlyChoice")
    void no(Essay essay, No no) {}

    @Step(next = END)
    Report late(Essay essay, Expired expired) {
        return null;
    }

    @Step(next = FAIL)
    FailedNext failed(Essay essay, StepFailure<?> failure) {
        return FailedNext.fail(essay.text().isEmpty() ? null : "failed");
    }

    @Step(next = END)
    OnlyChoiceNext onlyChoice(Essay essay) {
        return OnlyChoiceNext.end(new Report("only"));
    }

    @Step(next = END)
    Report stop(Essay essay, Notes notes) {
        return new Report(notes.text());
    }
}
