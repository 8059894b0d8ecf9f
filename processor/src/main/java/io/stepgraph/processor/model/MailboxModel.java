package io.stepgraph.processor.model;

import java.util.List;
import javax.lang.model.type.TypeMirror;

/**
 * The part of an interrupt that only mailboxes have.
 *
 * @param place where it says that it is one
 * @param replies the messages that want a reply
 */
public record MailboxModel(Place place, List<Reply> replies) {

    /** A message that wants a reply of this type. */
    public record Reply(AnswerVariant message, TypeMirror type) {}
}
