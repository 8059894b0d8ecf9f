package io.stepgraph.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the open questions.
 *
 * @param questions the questions, the oldest first; there may be fewer than were asked for, or none, although more
 *     follow
 * @param next the cursor for the next page; null if no more follow
 */
public record QuestionPage(
        List<OpenQuestion> questions, @Nullable String next) {

    /** Copies the list. */
    public QuestionPage {
        questions = List.copyOf(questions);
    }

    /** The place of a question among the open ones. */
    public static RunCursor cursor(OpenQuestion question) {
        return RunCursor.of(question.run(), RunQuery.Order.CHANGED);
    }

    /** The page of a limit, of up to one question more than the limit. */
    public static QuestionPage of(List<OpenQuestion> found, int limit) {
        if (found.size() <= limit) {
            return new QuestionPage(found, null);
        }
        String next = limit == 0 ? null : cursor(found.get(limit - 1)).toString();
        return new QuestionPage(found.subList(0, limit), next);
    }
}
