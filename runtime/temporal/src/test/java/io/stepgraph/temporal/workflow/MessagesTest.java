package io.stepgraph.temporal.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.RunKey;
import io.stepgraph.temporal.workflow.Messages.Message;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The messages of a run, of which Temporal keeps so many bytes. */
final class MessagesTest {
    private static final Json REPLY = Json.of('"' + "x".repeat(90_000) + '"');

    private static Messages taken(Messages before, String mailbox, String id) {
        NewMessage message =
                new NewMessage(new RunKey("default", "one"), List.of(mailbox), id, Json.of("1"), null, 9, null);
        Messages told = before.with(message);
        return told.taken(told.all().get(told.all().size() - 1), 7);
    }

    @Test
    @Tag("Q6")
    void the_oldest_are_forgotten_but_none_that_may_get_a_reply() {
        Messages book = taken(Messages.NONE, "other", "open");
        for (String id : List.of("a", "b", "c")) {
            Messages taken = taken(book, "serve", id);
            book = taken.replied(new MessageWrite.Replies(List.of(new MessageWrite.Reply(taken.told(), REPLY))));
        }

        assertThat(taken(book, "serve", "d").all()).extracting(Message::id).containsExactly("open", "b", "c", "d");
    }
}
