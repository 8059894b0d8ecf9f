package io.stepgraph.processor.model;

import java.util.List;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The part of a step that only interrupts have: its answers, its expiry and who may answer.
 *
 * @param answers the types that the annotation lists
 * @param open those among them, or below them, which cannot be taken apart down to their leaves
 * @param leaves all kinds of answer, in source order, but those first which go to a step that takes a narrower type
 * @param actions the marks in its questions and answers
 * @param expires null if the annotation gives no time for an answer
 * @param expiresBy null if no method computes the time for an answer
 * @param expiryTakers indexes of the {@code next} steps that accept {@code Expired}
 * @param rule who may answer; null if anybody
 * @param mailbox null unless it is a mailbox
 * @param complete false if a type, a step or its input could not be resolved, so that leaves or takers may be missing
 */
public record InterruptModel(
        List<TypeUse> answers,
        List<OpenType> open,
        List<AnswerVariant> leaves,
        List<ActionMark> actions,
        @Nullable Length expires,
        @Nullable TimeMethod expiresBy,
        List<Integer> expiryTakers,
        @Nullable AnswerRule rule,
        @Nullable MailboxModel mailbox,
        boolean complete) {

    /** Returns where it says that its questions expire; null if they never do. */
    public @Nullable Place expiry() {
        return expires != null
                ? expires.place()
                : expiresBy == null ? null : expiresBy.name().place();
    }

    /** Whether a loop through its expiry may last: that of a mailbox is a wait. */
    public boolean isBoundByExpiry() {
        return mailbox != null && (expires == null || expires.isBound());
    }

    /** Returns the messages that want a reply; none unless it is a mailbox. */
    public List<MailboxModel.Reply> replies() {
        return mailbox == null ? List.of() : mailbox.replies();
    }

    /** Whether its questions expire. */
    public boolean mayExpire() {
        return expiry() != null;
    }

    /** Returns the classes of the answers that somebody gives. */
    public List<TypeElement> kinds() {
        return leaves.stream()
                .map(AnswerVariant::element)
                .filter(kind -> !kind.getQualifiedName().contentEquals("io.stepgraph.runtime.Expired"))
                .toList();
    }
}
