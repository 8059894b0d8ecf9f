package io.stepgraph.samples.spring;

import io.stepgraph.runtime.Actor;
import io.stepgraph.samples.spring.ExpenseAgent.Expense;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The operations on claims that people perform. */
@Service
public class ClaimService {
    private static final String MANAGER = "manager";

    private final Claims claims;
    private final ExpenseAgentGraph.Runs.Unnamed runs;

    ClaimService(Claims claims, ExpenseAgentGraph.Runs.Unnamed runs) {
        this.claims = claims;
        this.runs = runs;
    }

    /** Stores the claim and its run in one transaction: a rollback takes both back. */
    @Transactional
    public long submit(Actor employee, NewClaim claim) {
        Expense expense = new Expense();
        expense.claim = claims.insert(employee.name(), claim);
        expense.employee = employee.name();
        expense.purpose = claim.purpose();
        expense.amount = claim.amount().setScale(2); // as the column has it
        runs.as(employee).enqueue("claim-" + expense.claim, expense);
        return expense.claim;
    }

    /** A claim, for its employee and for managers. */
    Optional<Claim> find(Actor actor, long id) {
        return claims.find(id)
                .filter(claim -> isManager(actor) || claim.employee().equals(actor.name()));
    }

    /** The latest claims: all for a manager, else those of the employee. */
    List<Claim> latest(Actor actor) {
        return isManager(actor) ? claims.latest() : claims.latestOf(actor.name());
    }

    private static boolean isManager(Actor actor) {
        return actor.roles().contains(MANAGER);
    }
}
