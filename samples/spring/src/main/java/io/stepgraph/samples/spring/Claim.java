package io.stepgraph.samples.spring;

import java.math.BigDecimal;

/**
 * A row of the table {@code claims}.
 *
 * @param note what the check has remarked, or why the claim was rejected
 */
public record Claim(long id, String employee, String purpose, BigDecimal amount, Status status, String note) {

    /** The status of a claim. */
    public enum Status {
        SUBMITTED("is being checked"),
        CHECKED("waits for approval"),
        BOOKED("booked"),
        REJECTED("rejected");

        private final String words;

        Status(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }
}
