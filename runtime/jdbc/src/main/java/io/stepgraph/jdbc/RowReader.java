package io.stepgraph.jdbc;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.CallProgress;
import io.stepgraph.store.CalledBy;
import io.stepgraph.store.ChildEnd;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.JsonTexts;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.NoticeStore.ClaimedNotice;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.Owner;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a run of its row, or throws an error that names the damaged column (S2). */
public final class RowReader {
    /** The columns of {@link #read}, of the tables {@code r} and {@code s}; a clock may read more. */
    public static final String RUN = """
            r.run_number, r.namespace, r.id, r.graph, r.fingerprint, r.status, r.fencing_token, r.revision,
                   r.command_version, r.mode, r.cancel_requested_by, r.owner_machine, r.owner_boot, r.owner_pid,
                   r.owner_start, r.owner_runner, r.counts_crash, r.step, r.visit, r.attempt, r.crashes,
                   r.budget_start_visit, r.thread, r.retention, r.last_event, r.reason_kind, r.parent, r.root,
                   r.call_visit, r.call_place, r.max_mode, r.stop_as,
                   stepgraph.millis(r.started_at) as started_at, stepgraph.millis(r.deadline_at) as deadline_at,
                   stepgraph.millis(r.lease_until) as lease_until, stepgraph.millis(r.due_at) as due_at,
                   r.rule_state, r.reason, r.input, r.state, s.start
            """;

    /** The columns of {@link #readWithoutValues}, of the table {@code r}. */
    public static final String RUN_WITHOUT_VALUES = RUN.replace("r.state, s.start", "null as state, null as start");

    /** The columns of {@link #summary}, of the table {@code r}; a clock may read more. */
    public static final String SUMMARY = """
            r.run_number, r.namespace, r.id, r.status, r.fencing_token, r.revision, r.command_version,
                   r.required_mode, r.reason_kind, r.labels, r.mode, r.step, r.visit, r.attempt, r.cancel_requested_by, r.stop_as,
                   r.owner_machine, r.owner_boot, r.owner_pid,
                   r.owner_start, r.owner_runner, r.last_event, stepgraph.millis(r.lease_until) as lease_until
            """;

    private final ResultSet row;
    private final RowClock clock;
    private final RunKey key;

    private RowReader(ResultSet row, RowClock clock) throws SQLException {
        this.row = row;
        this.clock = clock;
        this.key = new RunKey(row.getString("namespace"), row.getString("id"));
    }

    public static StoredRun read(ResultSet row, RowClock clock) throws SQLException {
        return new RowReader(row, clock).run(true);
    }

    /** Reads a run without its state and its start. */
    public static StoredRun readWithoutValues(ResultSet row, RowClock clock) throws SQLException {
        return new RowReader(row, clock).run(false);
    }

    /** Reads how a called run has ended. */
    public static ChildEnd end(ResultSet row, RowClock clock) throws SQLException {
        RowReader reader = new RowReader(row, clock);
        StopReason reason = reader.reason(reader.text("reason_kind"), true);
        if (!reason.status().isEnd()) {
            throw reader.corrupt("has ended, and its 'reason_kind' is no end");
        }
        return new ChildEnd(reader.key.id(), reader.place(), reason);
    }

    /** Reads where the runs of a call stand, of which these were asked for. */
    public static CallProgress progress(ResultSet row, RowClock clock, List<StoredRun> children) throws SQLException {
        int size = row.getInt("size");
        int ended = row.getInt("ended");
        if (row.getInt("open") != size - ended) {
            throw new RowReader(row, clock).corrupt("has a call whose row counts other runs than there are");
        }
        return new CallProgress(size, ended, children);
    }

    /** Reads a member of a family: the columns of a list, and its place in the family. */
    public static FamilyMember member(ResultSet row, RowClock clock) throws SQLException {
        RowReader reader = new RowReader(row, clock);
        return new FamilyMember(
                reader.listed(), row.getString("caller"), row.getInt("call_place"), reader.time("ended_at"));
    }

    /** Reads a mode of a run. */
    public static PermissionMode mode(ResultSet row, RowClock clock, String column) throws SQLException {
        return new RowReader(row, clock).constant(PermissionMode.class, column);
    }

    /** A run that was claimed. */
    public static ClaimedRun claimed(ResultSet row) throws SQLException {
        int crashes = (int) Math.min(Integer.MAX_VALUE, row.getLong("crashes"));
        RunKey key = new RunKey(row.getString("namespace"), row.getString("id"));
        return new ClaimedRun(key, crashes, row.getBoolean("abandoned"));
    }

    /** Reads a notice that was claimed. */
    public static ClaimedNotice notice(ResultSet row, RowClock clock) throws SQLException {
        RowReader reader = new RowReader(row, clock);
        return new ClaimedNotice(
                reader.key,
                row.getLong("run_number"),
                reader.text("graph"),
                row.getLong("revision"),
                row.getLong("visit"),
                row.getString("step"),
                reader.text("reason_kind"),
                Objects.requireNonNullElse(reader.documentOrNull("reason"), Json.of("null")),
                Instant.ofEpochMilli(row.getLong("since")),
                reader.dueAt());
    }

    /** Reads where a run stands, from the columns that say so. */
    public static RunHeader summary(ResultSet row, RowClock clock) throws SQLException {
        RowReader reader = new RowReader(row, clock);
        Status status = reader.constant(Status.class, "status");
        return new RunHeader(
                row.getLong("run_number"),
                status,
                row.getLong("fencing_token"),
                row.getLong("revision"),
                row.getLong("command_version"),
                row.getString("required_mode") == null ? null : reader.constant(PermissionMode.class, "required_mode"),
                StopReason.isTakenUp(row.getString("reason_kind")),
                StopReason.Called.KIND.equals(row.getString("reason_kind")),
                reader.labels(),
                reader.constant(PermissionMode.class, "mode"),
                reader.text("step"),
                row.getLong("visit"),
                row.getInt("attempt"),
                row.getString("cancel_requested_by"),
                reader.documentOrNull("stop_as"),
                status == Status.RUNNING ? reader.owner() : null,
                reader.number("last_event", 0, Long.MAX_VALUE),
                Instant.ofEpochMilli(clock.now(row)),
                reader.leaseUntil());
    }

    /** Reads a look at a run: the columns of a list, the mode, and the number of messages. */
    public static RunLook look(ResultSet row, RowClock clock) throws SQLException {
        RowReader reader = new RowReader(row, clock);
        ListedRun run = reader.listed();
        return new RunLook(
                run.graph(),
                run.status(),
                run.step(),
                run.visit(),
                run.attempt(),
                reader.constant(PermissionMode.class, "mode"),
                run.labels(),
                run.changedAt(),
                run.dueAt(),
                row.getLong("messages"),
                run.waitsFor());
    }

    /** A run in a list. */
    public static ListedRun listed(ResultSet row, RowClock clock) throws SQLException {
        return new RowReader(row, clock).listed();
    }

    private ListedRun listed() throws SQLException {
        Status status = constant(Status.class, "status");
        String step = text("step");
        String kind = row.getString("reason_kind");
        Instant dueAt = dueAt();
        StopReason reason = "failed".equals(kind) || "parked".equals(kind) ? reason(kind, true) : null;
        StopReason.Failed failed = reason instanceof StopReason.Failed why ? why : null;
        return new ListedRun(
                key.id(),
                row.getLong("run_number"),
                text("graph"),
                status,
                step,
                row.getLong("visit"),
                row.getInt("attempt"),
                row.getString("thread"),
                row.getString("started_by"),
                labels(),
                Instant.ofEpochMilli(row.getLong("started_at")),
                Instant.ofEpochMilli(row.getLong("changed_at")),
                dueAt,
                ListedRun.waitsFor(
                        status,
                        step,
                        kind,
                        reason instanceof StopReason.Parked parked ? parked : null,
                        dueAt == null || dueAt.toEpochMilli() <= clock.now(row)),
                failed == null ? null : failed.code(),
                failed == null ? null : failed.summary());
    }

    private Map<String, String> labels() throws SQLException {
        try {
            return JsonTexts.map(documentOrNull("labels"));
        } catch (IllegalArgumentException damaged) {
            throw corrupt("has 'labels' that " + damaged.getMessage(), damaged);
        }
    }

    /** A question in a list. */
    public static OpenQuestion question(ResultSet row, RowClock clock) throws SQLException {
        RowReader reader = new RowReader(row, clock);
        if (!(reader.reason(reader.text("reason_kind"), true) instanceof StopReason.QuestionAsked asked)) {
            throw reader.corrupt("has no question");
        }
        ListedRun run = reader.listed();
        Ticket ticket =
                new Ticket(reader.key.namespace(), run.id(), run.runNumber(), run.visit(), run.step(), asked.nonce());
        return new OpenQuestion(run, ticket, asked.question(), asked.answerSchema(), run.dueAt());
    }

    private StoredRun run(boolean withValues) throws SQLException {
        Status status = constant(Status.class, "status");
        CalledBy calledBy = calledBy();
        boolean hasValues = withValues && !status.dropsValues();
        return new StoredRun(
                key,
                row.getLong("run_number"),
                text("graph"),
                text("fingerprint"),
                status,
                row.getLong("fencing_token"),
                status == Status.RUNNING ? owner() : null,
                row.getBoolean("counts_crash"),
                row.getLong("revision"),
                row.getLong("command_version"),
                constant(PermissionMode.class, "mode"),
                row.getString("cancel_requested_by"),
                hasValues && calledBy == null ? document("start") : null,
                constant(Retention.class, "retention"),
                row.getString("thread"),
                checkpoint(),
                hasValues ? document("state") : null,
                stopReason(status),
                Instant.ofEpochMilli(row.getLong("started_at")),
                time("deadline_at"),
                status == Status.RUNNING ? leaseUntil() : null,
                dueAt(),
                number("last_event", 0, Long.MAX_VALUE),
                calledBy,
                documentOrNull("stop_as"),
                Instant.ofEpochMilli(clock.now(row)));
    }

    /** The owner in a row that has nothing else. */
    public static Owner owner(ResultSet row) throws SQLException {
        return new Owner(
                row.getString("owner_machine"),
                row.getString("owner_boot"),
                row.getLong("owner_pid"),
                row.getLong("owner_start"),
                row.getString("owner_runner"));
    }

    private Owner owner() throws SQLException {
        return new Owner(
                text("owner_machine"),
                text("owner_boot"),
                row.getLong("owner_pid"),
                row.getLong("owner_start"),
                text("owner_runner"));
    }

    private @Nullable CalledBy calledBy() throws SQLException {
        if (row.getString("parent") == null) {
            return null;
        }
        return new CalledBy(
                row.getLong("parent"),
                number("root", 1, Long.MAX_VALUE),
                number("call_visit", 1, Long.MAX_VALUE),
                place(),
                constant(PermissionMode.class, "max_mode"));
    }

    private int place() throws SQLException {
        return (int) number("call_place", 1, Integer.MAX_VALUE);
    }

    private StepEntry checkpoint() throws SQLException {
        return new StepEntry(
                text("step"),
                documentOrNull("input"),
                number("visit", 1, Long.MAX_VALUE),
                (int) number("attempt", 1, Integer.MAX_VALUE),
                (int) number("crashes", 0, Integer.MAX_VALUE),
                number("budget_start_visit", 1, Long.MAX_VALUE),
                documentOrNull("rule_state"));
    }

    private @Nullable StopReason stopReason(Status status) throws SQLException {
        boolean mayGoOn = status == Status.RUNNING || status == Status.QUEUED;
        StopReason reason = mayGoOn && row.getString("reason_kind") == null ? null : reason(text("reason_kind"), false);
        if (reason != null && reason.status() != status) {
            throw corrupt(
                    "has the status " + status + ", which its 'reason_kind' '" + reason.kind() + "' does not have");
        }
        boolean isTakenUp = reason instanceof StopReason.Answered || reason instanceof StopReason.Joined;
        if (isTakenUp && time("due_at") != null) {
            throw corrupt("has an answer that waits to be taken up, and a 'due_at'");
        }
        return reason;
    }

    private StopReason reason(String kind, boolean isListed) throws SQLException {
        try {
            Json reason = document("reason");
            return isListed && kind.equals("failed")
                    ? StopReason.Failed.withoutTrace(reason)
                    : StopReason.of(kind, reason);
        } catch (IllegalArgumentException damaged) {
            throw corrupt("has a 'reason' that " + damaged.getMessage(), damaged);
        }
    }

    private String text(String column) throws SQLException {
        String text = row.getString(column);
        if (text == null) {
            throw corrupt("has no '" + column + "'");
        }
        return text;
    }

    private long number(String column, long min, long max) throws SQLException {
        long number = row.getLong(column);
        if (row.wasNull() || number < min || number > max) {
            throw corrupt("has the " + column + " " + row.getString(column) + ", which cannot be");
        }
        return number;
    }

    private <E extends Enum<E>> E constant(Class<E> type, String column) throws SQLException {
        String name = text(column);
        try {
            return Enum.valueOf(type, name);
        } catch (IllegalArgumentException unknown) {
            throw corrupt("has the " + column + " '" + name + "', which does not exist");
        }
    }

    private @Nullable Instant leaseUntil() throws SQLException {
        return time("lease_until") == null ? null : Instant.ofEpochMilli(clock.leaseUntil(row));
    }

    private @Nullable Instant dueAt() throws SQLException {
        return time("due_at") == null ? null : Instant.ofEpochMilli(clock.dueAt(row));
    }

    private @Nullable Instant time(String column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }

    private Json document(String column) throws SQLException {
        Json document = documentOrNull(column);
        if (document == null) {
            throw corrupt("has no '" + column + "'");
        }
        return document;
    }

    private @Nullable Json documentOrNull(String column) throws SQLException {
        byte[] utf8 = row.getBytes(column);
        return utf8 == null ? null : new Json(utf8);
    }

    private StepgraphException corrupt(String what) {
        return corrupt(what, null);
    }

    private StepgraphException corrupt(String what, @Nullable Throwable cause) {
        return new StepgraphException(
                ErrorCode.CORRUPT_CHECKPOINT,
                "The stored row of run '" + key + "' in namespace '" + key.namespace() + "' " + what
                        + ". It was left unchanged; repair the row, or restore the database from a backup.",
                cause);
    }
}
