package io.stepgraph.samples.spring;

import java.math.BigDecimal;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The travel policy of the company, by simple rules. A language model would read the receipt here. */
@Component
public class Policy {
    private static final BigDecimal SMALL = new BigDecimal("50");

    private final Duration takes;

    Policy(@Value("${expenses.check-takes}") Duration takes) {
        this.takes = takes;
    }

    /** What a manager should know about a claim. */
    String remarkOn(String purpose, BigDecimal amount) throws InterruptedException {
        Thread.sleep(takes.toMillis());
        if (purpose.toLowerCase().contains("wine")) {
            return "The policy does not cover alcohol.";
        }
        return amount.compareTo(SMALL) <= 0
                ? "Small amount: no receipt is needed."
                : "Above 50 EUR: ask for the receipt.";
    }
}
