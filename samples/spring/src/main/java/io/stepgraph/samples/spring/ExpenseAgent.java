package io.stepgraph.samples.spring;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.samples.spring.ExpenseAgentGraph.*; // generated

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/** Checks a claim, asks a manager until the answer is complete, and books what the manager has approved. */
@Component
@StepGraph(start = "check", roles = "manager")
public record ExpenseAgent(Policy policy, Claims claims) {

    /** The state of a run: what it knows of its claim. */
    public static final class Expense {
        public long claim;
        public String employee = "";
        public String purpose = "";
        public BigDecimal amount = BigDecimal.ZERO;
        public String remark = "";
        public String problem = "";
    }

    /**
     * The question to the manager, with what is booked. The remark begins with what was wrong with the answer before.
     */
    public record Question(long claim, String employee, String purpose, BigDecimal amount, String remark) {}

    public sealed interface Decision permits Approved, Rejected {}

    public record Approved(CostCenter costCenter, int project, Receipt receipt) implements Decision {}

    public record Rejected(String why) implements Decision {}

    public enum CostCenter {
        TRAVEL,
        TRAINING,
        OFFICE
    }

    /** The receipt that the manager has seen. */
    public enum Receipt {
        PAPER,
        SCAN,
        NONE
    }

    @Step(next = "approve", transactional = true)
    void check(Expense expense, StepContext<?> context) throws InterruptedException {
        String remark = policy.remarkOn(expense.purpose, expense.amount);
        expense.remark = remark;
        // The row and the checkpoint are stored together, or neither.
        context.atCheckpoint(connection -> claims.checked(expense.claim, remark));
    }

    @Interrupt(
            answer = Decision.class,
            next = {"examine", "reject"})
    @AnsweredBy(role = "manager", notStarter = true)
    Question approve(Expense expense) {
        String remark = (expense.problem + " " + expense.remark).strip();
        return new Question(expense.claim, expense.employee, expense.purpose, expense.amount, remark);
    }

    /** Asks again if the policy refuses the answer, whose schema knows neither projects nor the amount of the claim. */
    @Step(next = {"book", "approve"})
    @GatedBy("approve")
    ExamineNext examine(Expense expense, Answered<Question, Approved> approval) {
        expense.problem = policy.problemOf(approval.question(), approval.answer());
        return expense.problem.isEmpty() ? ExamineNext.book() : ExamineNext.approve();
    }

    @Step(next = END, transactional = true)
    @GatedBy(value = "approve", exactly = true)
    void book(Answered<Question, Approved> approval, StepContext<?> context) {
        context.atCheckpoint(connection -> claims.book(approval.question(), approval.answer(), approval.by()));
    }

    @Step(
            next = {"approve", END},
            transactional = true)
    RejectNext reject(Expense expense, Rejected rejection, StepContext<?> context) {
        expense.problem = policy.problemOf(rejection);
        if (!expense.problem.isEmpty()) {
            return RejectNext.approve();
        }
        context.atCheckpoint(connection -> claims.reject(expense.claim, rejection.why()));
        return RejectNext.end();
    }
}
