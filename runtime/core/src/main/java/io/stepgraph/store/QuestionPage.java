package io.stepgraph.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the open questions.
 *
 * @param questions the questions, the oldest first; there may be fewer than were asked for, or none, although more follow
 * @param next the cursor for the next page; null if no more follow
 */
public record QuestionPage(
        List<OpenQuestion> questions, @Nullable String next) {

    /** Copies the list. */
    public QuestionPage {
        questions = List.copyOf(questions);
    }
}
