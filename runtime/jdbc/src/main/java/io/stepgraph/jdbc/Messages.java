package io.stepgraph.jdbc;

import io.stepgraph.store.MailboxLook;
import io.stepgraph.store.MessageStore;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of runs, for both stores. Each write locks the row of the run first, and reads the messages in a later
 * statement, which sees all that others had written before (Q7).
 */
public abstract class Messages implements MessageStore {
    private static final String IN_MAILBOX = " m.mailbox = any (:mailbox) ";

    private static final String LOCK = """
            select r.run_number, r.status, r.told, r.settled, coalesce(%s, false) as is_due,
                   r.reason_kind is not null and r.reason_kind = 'listens' and r.step = any (:mailbox) as listens
              from stepgraph.runs r
             where r.namespace = :namespace and r.id = :id and stepgraph.safely()
               for no key update
            """;

    private static final String FIND_HASH =
            "select m.hash from stepgraph.messages m where m.run = :run and" + IN_MAILBOX + "and m.id = :message_id";

    private static final String INSERT_MESSAGE = """
            insert into stepgraph.messages (run, number, mailbox, id, hash, told_by, told_at, message)
            values (:run, :number, :name, :message_id, :hash, :by, stepgraph.clock(null),
                    convert_from(:message, 'UTF8'))
            """;

    /** The last one that was taken of a mailbox stays, since it may still get its reply. */
    private static final String FORGET = """
            delete from stepgraph.messages as o
             where run = :run and taken_at < %2$s
               and exists (select 1
                             from stepgraph.messages l
                            where l.run = o.run and l.mailbox = o.mailbox and l.number > o.number
                              and l.taken_in is not null)
               and number in (select m.number
                                from stepgraph.messages m
                               where m.run = :run
                               order by m.number
                               limit %1$s)
            """;

    private static final String COUNT_TOLD = "update stepgraph.runs set told = :number where run_number = :run";

    private static final String COUNT_SETTLED = """
            update stepgraph.runs
               set settled = settled + :count, revision = revision + case status when 'QUEUED' then 1 else 0 end
             where run_number = :run
            """;

    private static final String WITHDRAW = "delete from stepgraph.messages as m where m.run = :run and" + IN_MAILBOX
            + "and m.id = :message_id and m.taken_in is null";

    private static final String FIND = "select " + MessageReader.MESSAGE + """
                   , exists (select 1
                               from stepgraph.messages l
                              where l.run = m.run and l.number > m.number and l.mailbox = any (:mailbox)
                                and l.taken_in is not null) as is_passed
              from stepgraph.runs r
              join stepgraph.messages m on m.run = r.run_number
             where r.namespace = :namespace and r.id = :id and m.id = :message_id and
            """ + IN_MAILBOX;

    private static final String LOOK = "select r.told, r.settled, false as is_passed, " + MessageReader.MESSAGE + """
              from stepgraph.runs r
              left join stepgraph.messages m
                on m.run = r.run_number
               and m.number = (select min(w.number)
                                 from stepgraph.messages w
                                where w.run = :run and w.taken_in is null and w.mailbox = any (:mailbox))
             where r.run_number = :run
            """;

    private static final String WAITING = "select false as is_passed, " + MessageReader.MESSAGE + """
              from stepgraph.runs r
              join stepgraph.messages m on m.run = r.run_number
             where r.namespace = :namespace and r.id = :id and m.taken_in is null
             order by m.number
             limit :limit
            """;

    private final Database database;
    private final Sql sql;
    private final String lock;
    private final String forget;

    /** The messages of a store. */
    protected Messages(Database database, Sql sql) {
        this.database = database;
        this.sql = sql;
        this.lock = LOCK.formatted(sql.isDue);
        this.forget = FORGET.formatted(NewMessage.OLDEST, sql.before);
    }

    /**
     * The parts that differ between stores.
     *
     * @param before the present minus {@code :keep}, by the clock that ages count on
     * @param isDue whether the time of a run {@code r} that waits is over; null if it has none
     * @param wake lets anyone continue a run that listens
     * @param expire keeps the time of a run that waits over, whatever the clock says from then on
     */
    public record Sql(String before, String isDue, String wake, String expire) {}

    /** A run whose row is locked. */
    private record Place(long run, Status status, long told, long settled, boolean listens, boolean isDue) {
        static Place read(ResultSet row) throws SQLException {
            return new Place(
                    row.getLong("run_number"),
                    Status.valueOf(row.getString("status")),
                    row.getLong("told"),
                    row.getLong("settled"),
                    row.getBoolean("listens"),
                    row.getBoolean("is_due"));
        }
    }

    private Place lock(Tx tx, RunKey run, List<String> mailbox) throws SQLException {
        Place place = tx.sql(lock).set(run).set("mailbox", mailbox).first(Place::read);
        if (place == null) {
            throw run.notFound();
        }
        return place;
    }

    /** What became of a message that was told. */
    protected enum Told {
        KNOWN_BEFORE,
        STORED,
        WOKE_THE_RUN
    }

    @Override
    public boolean tell(NewMessage message) {
        return database.write(message.run(), tx -> tell(tx, message)) != Told.KNOWN_BEFORE;
    }

    /** Stores a message, unless it is known, and wakes the run if it listens for it in time. */
    protected final Told tell(Tx tx, NewMessage message) throws SQLException {
        Place place = lock(tx, message.run(), message.mailbox());
        String known = tx.sql(FIND_HASH)
                .set("run", place.run)
                .set("mailbox", message.mailbox())
                .set("message_id", message.id())
                .first(row -> row.getString("hash"));
        if (known != null) {
            message.checkSame(known);
            return Told.KNOWN_BEFORE;
        }
        message.checkRoom(place.status, place.told - place.settled);
        store(tx, message, place);
        if (place.listens) {
            tx.sql(place.isDue ? sql.expire : sql.wake)
                    .set(message.run(), place.run)
                    .update();
        }
        return place.listens && !place.isDue ? Told.WOKE_THE_RUN : Told.STORED;
    }

    private void store(Tx tx, NewMessage message, Place place) throws SQLException {
        if (message.keep() != null) {
            tx.sql(forget).set("run", place.run).set("keep", message.keep()).update();
        }
        tx.sql(INSERT_MESSAGE)
                .set("run", place.run)
                .set("number", place.told + 1)
                .set("name", message.name())
                .set("message_id", message.id())
                .set("hash", message.hash())
                .set("by", message.by())
                .set("message", message.message())
                .update();
        tx.sql(COUNT_TOLD).set("run", place.run).set("number", place.told + 1).update();
    }

    @Override
    public boolean withdraw(RunKey run, List<String> mailbox, String id) {
        return database.write(run, tx -> {
            long number = lock(tx, run, mailbox).run;
            int withdrawn = tx.sql(WITHDRAW)
                    .set("run", number)
                    .set("mailbox", mailbox)
                    .set("message_id", id)
                    .update();
            if (withdrawn > 0) {
                settle(tx, number, withdrawn);
            }
            return withdrawn > 0;
        });
    }

    /** Counts messages as taken or withdrawn; workers look again at a run that is queued. */
    protected static void settle(Tx tx, long run, int count) throws SQLException {
        tx.sql(COUNT_SETTLED).set("run", run).set("count", count).update();
    }

    @Override
    public @Nullable StoredMessage find(RunKey run, List<String> mailbox, String id) {
        return database.read(
                run,
                tx -> tx.sql(FIND)
                        .set(run)
                        .set("mailbox", mailbox)
                        .set("message_id", id)
                        .first(MessageReader::read));
    }

    @Override
    public MailboxLook look(long run, List<String> mailbox) {
        MailboxLook look = database.read(
                Database.Subject.of("The run with number " + run),
                tx -> tx.sql(LOOK)
                        .set("run", run)
                        .set("mailbox", mailbox)
                        .first(row -> new MailboxLook(
                                row.getLong("told"), row.getLong("settled"), MessageReader.readOrNull(row))));
        return look == null ? new MailboxLook(0, 0, null) : look;
    }

    @Override
    public List<StoredMessage> waiting(RunKey run, int limit) {
        Store.checkLimit(limit);
        return database.read(
                run, tx -> tx.sql(WAITING).set(run).set("limit", limit).all(MessageReader::read));
    }
}
