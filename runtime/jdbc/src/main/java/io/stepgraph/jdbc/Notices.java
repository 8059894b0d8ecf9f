package io.stepgraph.jdbc;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.store.NoticeStore;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The notices of runs, for both stores; each claims in its own way. */
public abstract class Notices implements NoticeStore {
    protected static final Subject QUEUE = Subject.of("The queue of notices");

    /** How many old notices one transaction marks: a store may have many failed runs. */
    private static final int BATCH = 5_000;

    private static final String HAS_BEGUN = """
            select notices_from
              from stepgraph.meta
             where notices_from is not null
            """;

    private static final String BEGIN = """
            update stepgraph.meta
               set notices_from = :from
             where notices_from is null and stepgraph.safely()
            """;

    private final Database database;
    private final Sql sql;

    /** The notices of a store. */
    protected Notices(Database database, Sql sql) {
        this.database = database;
        this.sql = sql;
    }

    /**
     * The statements of a store.
     *
     * @param told ends a notice, or puts it off by {@code :again}
     * @param skip marks those as told of runs that stopped before {@code :from}, {@code :limit} of them at most
     */
    public record Sql(String told, String skip) {}

    /** Sets what a statement claims, and reads what it has claimed. */
    protected static NamedStatement bound(
            NamedStatement statement, Set<String> graphs, Set<String> namespaces, int limit) throws SQLException {
        return statement
                .set("graphs", graphs)
                .set("everywhere", namespaces.isEmpty())
                .set("namespaces", namespaces)
                .set("limit", limit);
    }

    @Override
    public void told(ClaimedNotice notice, @Nullable Duration again) {
        database.write(
                notice.run(),
                tx -> tx.sql(sql.told)
                        .set(notice.run(), notice.runNumber())
                        .set("revision", notice.revision())
                        .set("reason_kind", notice.kind())
                        .set("again", again)
                        .update());
    }

    @Override
    public long begin(Instant from) {
        long skipped = 0;
        long batch;
        do {
            batch = database.write(QUEUE, tx -> skip(tx, from));
            skipped += batch;
        } while (batch == BATCH);
        return batch < 0 ? batch : skipped;
    }

    /** Marks some; with the last of them, the handler has begun. */
    private long skip(Tx tx, Instant from) throws SQLException {
        if (tx.sql(HAS_BEGUN).any()) {
            return -1;
        }
        int skipped = tx.sql(sql.skip).set("from", from).set("limit", BATCH).update();
        return skipped == BATCH || tx.sql(BEGIN).set("from", from).update() == 1 ? skipped : -1;
    }
}
