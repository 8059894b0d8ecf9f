package io.stepgraph.jdbc;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.Commit;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.JsonTexts;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunChange;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement whose parameters have names: those of SQL, and the groups of them that describe a run. Not safe
 * for use by many threads.
 */
public final class NamedStatement implements AutoCloseable {
    private final NamedQuery query;
    private final PreparedStatement prepared;

    public NamedStatement(Connection connection, NamedQuery query) throws SQLException {
        this.query = query;
        this.prepared = connection.prepareStatement(query.jdbc());
    }

    /** Whether it has a parameter of this name. */
    public boolean has(String name) {
        return query.has(name);
    }

    private interface Setter {
        void set(int index) throws SQLException;
    }

    private NamedStatement each(String name, Setter setter) throws SQLException {
        for (int index : query.indexes(name)) {
            setter.set(index);
        }
        return this;
    }

    public NamedStatement set(String name, @Nullable String text) throws SQLException {
        return each(name, index -> prepared.setString(index, text));
    }

    public NamedStatement set(String name, long number) throws SQLException {
        return each(name, index -> prepared.setLong(index, number));
    }

    public NamedStatement set(String name, @Nullable Long number) throws SQLException {
        return number == null ? each(name, index -> prepared.setNull(index, Types.BIGINT)) : set(name, (long) number);
    }

    public NamedStatement set(String name, boolean flag) throws SQLException {
        return each(name, index -> prepared.setBoolean(index, flag));
    }

    /** A time span in milliseconds, within the {@link Horizon}. */
    public NamedStatement set(String name, @Nullable Duration time) throws SQLException {
        return set(name, time == null ? null : (Long) Horizon.within(time).toMillis());
    }

    /** Sets {@code due_in} and {@code due_at}, of which one is null, or both, within the {@link Horizon}. */
    public NamedStatement set(@Nullable Due due) throws SQLException {
        Due within = due == null ? null : Horizon.within(due);
        return set("due_in", within == null ? null : within.in()).set("due_at", within == null ? null : within.at());
    }

    /** A time, within the {@link Horizon}; null for none. */
    public NamedStatement set(String name, @Nullable Instant time) throws SQLException {
        if (!query.hasTypes()) {
            return set(name, time == null ? null : (Long) Horizon.within(time).toEpochMilli());
        }
        return time == null
                ? each(name, index -> prepared.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE))
                : each(
                        name,
                        index -> prepared.setObject(index, Horizon.within(time).atOffset(ZoneOffset.UTC)));
    }

    public NamedStatement set(String name, @Nullable Json document) throws SQLException {
        return each(name, index -> prepared.setBytes(index, document == null ? null : document.utf8()));
    }

    /** Texts with which the statement compares a column: an array, or a JSON array. */
    public NamedStatement set(String name, Collection<String> texts) throws SQLException {
        return query.hasTypes() ? set(name, "text", texts.toArray(String[]::new)) : set(name, JsonTexts.array(texts));
    }

    /**
     * An array; drivers send those of {@code bigint}, {@code text} and {@code bytea} as they are, and all others as
     * text.
     */
    public NamedStatement set(String name, String type, @Nullable Object[] elements) throws SQLException {
        return each(
                name, index -> prepared.setArray(index, prepared.getConnection().createArrayOf(type, elements)));
    }

    public NamedStatement set(RunKey key) throws SQLException {
        return set("namespace", key.namespace()).set("id", key.id());
    }

    /** A run by its number, in its namespace. */
    public NamedStatement set(RunKey key, long runNumber) throws SQLException {
        return set("namespace", key.namespace()).set("run", runNumber);
    }

    /** A run to be started, except its state, which its thread may give. */
    public NamedStatement set(NewRun run) throws SQLException {
        return set(run.key())
                .set("graph", run.graph())
                .set("fingerprint", run.fingerprint())
                .set("mode", run.mode().name())
                .set("thread", run.thread())
                .set("time_limit", run.deadline())
                .set("retention", run.retention().name())
                .set("started_by", run.startedBy())
                .set("labels", JsonTexts.object(run.labels()))
                .set(run.checkpoint())
                .setEvents(run.events());
    }

    /** A thread. */
    public NamedStatement set(ThreadKey thread) throws SQLException {
        return set("namespace", thread.namespace()).set("thread", thread.id());
    }

    /** How a run is queued; null if it has an owner. */
    public NamedStatement setQueue(@Nullable QueueRequest request) throws SQLException {
        return set("start_at", request == null ? null : request.startAt())
                .set("start_after", request == null ? null : request.startAfter());
    }

    /** Which runs a worker claims. */
    public NamedStatement set(ClaimRequest request) throws SQLException {
        Set<String> dead = request.deadRunners();
        return set("graph", request.graph())
                .set("steps", request.steps())
                .set("everywhere", request.namespaces().isEmpty())
                .set("namespaces", request.namespaces())
                .set("modes", ClaimRequest.modesUpTo(request.maxMode()))
                .set("max_crashes", request.maxCrashes())
                .set("takes_over", dead != null)
                .set("dead", dead == null ? Set.of() : dead)
                .set("refused", request.refusals())
                .set("length", request.length());
    }

    /** A run under a lease. */
    public NamedStatement set(Lease lease) throws SQLException {
        return set(lease.key(), lease.runNumber()).set("fencing_token", lease.fencingToken());
    }

    /** The parts that every commit has. */
    public NamedStatement set(Lease lease, Commit commit) throws SQLException {
        return set(lease)
                .set("revision", commit.revision())
                .set("command_version", commit.commandVersion())
                .set("fingerprint", commit.fingerprint())
                .set(commit.result().checkpoint())
                .set("state", commit.result().state())
                .setEvents(commit.result().events());
    }

    /** The events that a write adds to the run's log, as one array. */
    public NamedStatement setEvents(List<Json> events) throws SQLException {
        return set("count", events.size()).set("events", events.isEmpty() ? null : JsonArrays.of(events));
    }

    /** The place of an effect. */
    public NamedStatement set(EffectId effect) throws SQLException {
        return set("effect_visit", effect.visit())
                .set("name", effect.name())
                .set("item", effect.item())
                .set("ordinal", effect.ordinal());
    }

    /** An effect that begins. */
    public NamedStatement set(EffectStart start) throws SQLException {
        return set(start.id())
                .set("shown_item", start.shownItem())
                .set("step", start.step())
                .set("attempt", start.attempt())
                .set("is_keyed", start.isKeyed())
                .set("effect_key", start.key())
                .set("parks_in_doubt", start.parksInDoubt())
                .set("call_timeout", start.callTimeout())
                .set("request", start.request())
                .set("result_schema", start.resultSchema())
                .set("again", start.isAgain());
    }

    /** A run as the caller read it; the statement changes no other one. */
    public NamedStatement setSeen(StoredRun seen) throws SQLException {
        return setSeen(seen.key(), seen.summary());
    }

    /** A run as it was found; the statement changes no other one. */
    public NamedStatement setSeen(RunKey key, RunHeader seen) throws SQLException {
        return set(key, seen.runNumber())
                .set("fencing_token", seen.fencingToken())
                .set("revision", seen.revision())
                .set("status", seen.status().name());
    }

    /** The next owner; null for nobody. */
    public NamedStatement set(@Nullable LeaseRequest leaseRequest) throws SQLException {
        Owner owner = leaseRequest == null ? null : leaseRequest.owner();
        return set("machine", owner == null ? null : owner.machine())
                .set("boot", owner == null ? null : owner.boot())
                .set("pid", owner == null ? null : (Long) owner.pid())
                .set("process_start", owner == null ? null : (Long) owner.processStart())
                .set("runner", owner == null ? null : owner.runner())
                .set("lease", leaseRequest == null ? null : leaseRequest.lease())
                .set("counts_crash", leaseRequest == null || leaseRequest.countsCrash());
    }

    /** Sets where a run continues. */
    public NamedStatement set(StepEntry checkpoint) throws SQLException {
        return set("step", checkpoint.step())
                .set("visit", checkpoint.visit())
                .set("attempt", checkpoint.attempt())
                .set("crashes", checkpoint.crashes())
                .set("budget_start_visit", checkpoint.budgetStartVisit())
                .set("rule_state", checkpoint.ruleState())
                .set("input", checkpoint.input());
    }

    /** Why a run stops; null if it does not. */
    public NamedStatement set(@Nullable StopReason stopReason) throws SQLException {
        if (has("required_mode")) {
            PermissionMode required = stopReason instanceof StopReason.Parked parked ? parked.required() : null;
            set("required_mode", required == null ? null : required.name());
        }
        return set("reason_kind", stopReason == null ? null : stopReason.kind())
                .set("reason", stopReason == null ? null : stopReason.json());
    }

    /** Sets how a run ends. */
    public NamedStatement setEnd(StopReason stopReason) throws SQLException {
        return set(stopReason)
                .set(
                        "cancel_requested_by",
                        stopReason instanceof StopReason.Cancelled cancelled ? cancelled.by() : null);
    }

    /** A change from outside, except how the run ends. */
    public NamedStatement set(RunChange change) throws SQLException {
        return set("mode", change.mode() == null ? null : change.mode().name())
                .set("mode_by", change.modeBy())
                .set("cancel_requested_by", change.cancelRequestedBy())
                .set("stop_as", change.stopAs())
                .set("wake", change.wake().name())
                .setEvents(change.events());
    }

    /** Executes it, and returns how many rows it changed. */
    public int update() throws SQLException {
        int rows = prepared.executeUpdate();
        prepared.clearParameters();
        return rows;
    }

    /** Executes a statement that is neither a query nor a change of rows. */
    public void execute() throws SQLException {
        prepared.execute();
    }

    /** Executes it, and returns whether there is a row. */
    public boolean any() throws SQLException {
        return Boolean.TRUE.equals(first(row -> true));
    }

    /** Executes it, and reads the first row; returns null if there is none. */
    public <T> @Nullable T first(Row<T> row) throws SQLException {
        @Nullable T first;
        try (ResultSet rows = prepared.executeQuery()) {
            first = rows.next() ? row.read(rows) : null;
        }
        prepared.clearParameters();
        return first;
    }

    /** Executes it, and reads all rows. */
    public <T> List<T> all(Row<T> row) throws SQLException {
        return all(row, prepared.executeQuery());
    }

    /** Executes several statements, and reads all rows of each: those of the first with the first reader, and so on. */
    public void executeAll(List<? extends Row<?>> readers) throws SQLException {
        boolean isQuery = prepared.execute();
        for (Row<?> reader : readers) {
            if (isQuery) {
                all(reader, prepared.getResultSet());
            }
            isQuery = prepared.getMoreResults();
        }
    }

    /**
     * The driver and SQLite would otherwise hold copies of the last documents: so parameters are cleared after each
     * use.
     */
    private <T> List<T> all(Row<T> row, ResultSet result) throws SQLException {
        List<T> all = new ArrayList<>();
        try (ResultSet rows = result) {
            while (rows.next()) {
                all.add(row.read(rows));
            }
        }
        prepared.clearParameters();
        return all;
    }

    @Override
    public void close() throws SQLException {
        prepared.close();
    }

    /** Reads one row. */
    public interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }
}
