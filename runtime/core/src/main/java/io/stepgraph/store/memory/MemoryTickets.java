package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Answer;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredQuestion;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The questions of one run of a {@link MemoryStore}, each with its ticket and its answer. */
final class MemoryTickets {
    private final Map<Long, Ticket> byVisit = new TreeMap<>();

    private record Ticket(String nonce, StoredQuestion asked) {
        Ticket inheritedFrom(long runNumber) {
            return new Ticket(
                    nonce,
                    new StoredQuestion(
                            asked.visit(),
                            asked.interrupt(),
                            asked.question(),
                            asked.answerSchema(),
                            asked.askedAt(),
                            asked.answer(),
                            asked.answeredBy(),
                            asked.answeredAt(),
                            asked.inheritedFrom() == null ? (Long) runNumber : asked.inheritedFrom()));
        }

        Ticket with(Json answerSchema, @Nullable Json answer, @Nullable String by, @Nullable Instant answeredAt) {
            StoredQuestion changed = new StoredQuestion(
                    asked.visit(),
                    asked.interrupt(),
                    asked.question(),
                    answerSchema,
                    asked.askedAt(),
                    answer,
                    by,
                    answeredAt,
                    asked.inheritedFrom());
            return new Ticket(nonce, changed);
        }
    }

    void open(StepEntry at, StopReason.QuestionAsked asked, Instant now) {
        StoredQuestion question = new StoredQuestion(
                at.visit(), at.step(), asked.question(), asked.answerSchema(), now, null, null, null, null);
        byVisit.put(at.visit(), new Ticket(asked.nonce(), question));
    }

    void close(long visit, Json answer, @Nullable String by, Instant now) {
        byVisit.computeIfPresent(visit, (same, ticket) -> ticket.with(ticket.asked.answerSchema(), answer, by, now));
    }

    /** Opens the ticket of a visit again. The run asks the same question as before, and may accept other answers. */
    StopReason.QuestionAsked reopen(long visit, Json answerSchema) {
        Ticket ticket = Objects.requireNonNull(byVisit.get(visit));
        byVisit.put(visit, ticket.with(answerSchema, null, null, null));
        return new StopReason.QuestionAsked(ticket.nonce, ticket.asked.question(), answerSchema);
    }

    /** The ticket that the run gave out at a visit; null if it gave out none there. */
    Answer.@Nullable Given find(long visit) {
        Ticket ticket = byVisit.get(visit);
        return ticket == null ? null : new Answer.Given(ticket.asked.interrupt(), ticket.nonce, ticket.asked.answer());
    }

    /** Takes over the answers that another run got before a visit. */
    void inherit(MemoryTickets other, long runNumber, long visit) {
        other.byVisit.forEach((asked, ticket) -> {
            if (asked < visit && ticket.asked.answer() != null) {
                byVisit.put(asked, ticket.inheritedFrom(runNumber));
            }
        });
    }

    List<StoredQuestion> questions() {
        return byVisit.values().stream().map(Ticket::asked).toList();
    }
}
