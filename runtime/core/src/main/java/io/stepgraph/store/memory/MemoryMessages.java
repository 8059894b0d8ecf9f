package io.stepgraph.store.memory;

import io.stepgraph.store.MailboxLook;
import io.stepgraph.store.MessageStore;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages of a {@link MemoryStore}. */
final class MemoryMessages implements MessageStore {
    private final MemoryTables tables;

    MemoryMessages(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public boolean tell(NewMessage message) {
        return tables.call(now -> tables.existing(message.run()).tell(message, now));
    }

    @Override
    public boolean withdraw(RunKey run, List<String> mailbox, String id) {
        return tables.call(now -> tables.existing(run).withdraw(mailbox, id));
    }

    @Override
    public @Nullable StoredMessage find(RunKey run, List<String> mailbox, String id) {
        return tables.on(run, (found, now) -> found.messages.find(mailbox, id));
    }

    @Override
    public MailboxLook look(long run, List<String> mailbox) {
        return tables.call(now -> tables.runs.values().stream()
                .filter(each -> each.runNumber == run)
                .findFirst()
                .map(found -> found.messages.look(mailbox))
                .orElse(new MailboxLook(0, 0, null)));
    }

    @Override
    public List<StoredMessage> waiting(RunKey run, int limit) {
        Store.checkLimit(limit);
        return tables.on(run, List.of(), (found, now) -> found.messages.waiting(limit));
    }
}
