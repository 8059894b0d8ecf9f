package io.stepgraph.samples.spring;

import io.stepgraph.samples.spring.ExpenseAgent.Approved;
import io.stepgraph.samples.spring.ExpenseAgent.Question;
import io.stepgraph.samples.spring.ExpenseAgent.Receipt;
import io.stepgraph.samples.spring.ExpenseAgent.Rejected;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The travel policy of the company, by simple rules. A language model would read the receipt here. */
@Component
public class Policy {
    /** One line of text, which a database can store. */
    static final String LINE = "[^\\p{Cc}\\p{Cs}]{0,200}";

    private static final BigDecimal SMALL = new BigDecimal("50");

    private final Duration takes;
    private final List<Integer> projects;

    Policy(@Value("${expenses.check-takes}") Duration takes, @Value("${expenses.projects}") List<Integer> projects) {
        this.takes = takes;
        this.projects = projects;
    }

    /** Returns what a manager should know about a claim. */
    String remarkOn(String purpose, BigDecimal amount) throws InterruptedException {
        Thread.sleep(takes.toMillis());
        if (purpose.toLowerCase(Locale.ROOT).contains("wine")) {
            return "The policy does not cover alcohol.";
        }
        return needsReceipt(amount) ? "Above 50 EUR: ask for the receipt." : "Small amount: no receipt is needed.";
    }

    private static boolean needsReceipt(BigDecimal amount) {
        return amount.compareTo(SMALL) > 0;
    }

    /** Why a claim cannot be booked with this answer; empty if it can. */
    String problemOf(Question claim, Approved answer) {
        if (answer.costCenter() == null) {
            return "Not booked: choose a cost center.";
        }
        if (!projects.contains(answer.project())) {
            return "Not booked: there is no project " + answer.project() + ", only " + projects + ".";
        }
        return needsReceipt(claim.amount()) && (answer.receipt() == null || answer.receipt() == Receipt.NONE)
                ? "Not booked: above 50 EUR, look at the receipt, or reject the claim."
                : "";
    }

    /** Why a claim cannot be rejected with this answer; empty if it can. */
    String problemOf(Rejected answer) {
        return answer.why() == null || answer.why().isBlank() || !answer.why().matches(LINE)
                ? "Not rejected: say why, in one line of at most 200 characters."
                : "";
    }
}
