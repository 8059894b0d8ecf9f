package io.stepgraph.samples.spring;

import io.stepgraph.samples.spring.ExpenseAgent.Approved;
import io.stepgraph.samples.spring.ExpenseAgent.Question;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The tables {@code claims} and {@code ledger}. Each statement is part of the transaction of its caller. */
@Repository
public class Claims {
    private static final String SELECT = "select id, employee, purpose, amount, status, note from claims ";

    private final JdbcClient jdbc;

    Claims(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    long insert(String employee, NewClaim claim) {
        return jdbc.sql("insert into claims (employee, purpose, amount) values (?, ?, ?) returning id")
                .params(employee, claim.purpose(), claim.amount())
                .query(Long.class)
                .single();
    }

    Optional<Claim> find(long id) {
        return jdbc.sql(SELECT + "where id = ?").param(id).query(Claim.class).optional();
    }

    List<Claim> latest() {
        return jdbc.sql(SELECT + "order by id desc limit 50").query(Claim.class).list();
    }

    List<Claim> latestOf(String employee) {
        return jdbc.sql(SELECT + "where employee = ? order by id desc limit 50")
                .param(employee)
                .query(Claim.class)
                .list();
    }

    void checked(long id, String remark) {
        update(id, Claim.Status.CHECKED, remark);
    }

    void reject(long id, String why) {
        update(id, Claim.Status.REJECTED, why);
    }

    void book(Question approved, Approved answer, String by) {
        jdbc.sql("insert into ledger (claim, amount, cost_center, project, approved_by) values (?, ?, ?, ?, ?)")
                .params(approved.claim(), approved.amount(), answer.costCenter().name(), answer.project(), by)
                .update();
        update(approved.claim(), Claim.Status.BOOKED, "Approved by " + by + " for " + answer.costCenter() + ".");
    }

    private void update(long id, Claim.Status status, String note) {
        jdbc.sql("update claims set status = ?, note = ? where id = ?")
                .params(status.name(), note, id)
                .update();
    }
}
