package io.stepgraph.store;

import org.jspecify.annotations.Nullable;

/**
 * A look of the owner of a run into a mailbox.
 *
 * @param told how many messages the run has been told, in all its mailboxes
 * @param settled how many of them were taken or withdrawn
 * @param first the first message that waits in this mailbox; null if none waits
 */
public record MailboxLook(long told, long settled, @Nullable StoredMessage first) {}
