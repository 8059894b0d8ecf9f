package io.stepgraph.samples.refund.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Answers the open questions in place of the reviewers and leads of all shops.
 *
 * @param reviewers the reviewers
 * @param screen where the answers are told
 */
record Reviewers(List<Visitor> reviewers, Consumer<String> screen) {
    private static final Map<String, String> YES = Map.of("@type", "Approved");
    private static final Map<String, String> NO =
            Map.of("@type", "Rejected", "why", "You have had many refunds. Please call us.");

    /**
     * Answers what waits now. Each answers what the rule of the question permits, and leaves small refunds to the
     * policy.
     */
    void answer() throws IOException, InterruptedException {
        for (Visitor reviewer : reviewers) {
            for (JsonNode open : reviewer.questions()) {
                JsonNode question = open.path("question");
                if (question.path("needsPerson").asBoolean()
                        && open.path("mayAnswer").asBoolean()) {
                    answer(reviewer, open, question);
                }
            }
        }
    }

    private void answer(Visitor reviewer, JsonNode open, JsonNode question) throws IOException, InterruptedException {
        boolean isApproved = !question.path("risk").asString().contains("refunds before");
        reviewer.answer(open, isApproved ? YES : NO);
        screen.accept("%s %s: %s"
                .formatted(
                        reviewer.person(),
                        isApproved ? "approves" : "rejects",
                        question.path("text").asString()));
    }
}
