package io.stepgraph.internal.run;

import io.stepgraph.internal.codec.Codec;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The door through which every message comes into the store (Q5). A caller without the graph holds the message against
 * the graph that the store keeps of the run; one with the graph has a {@link MessageSender}.
 */
public final class MessageRecorder {
    private final RunnerContext runner;

    public MessageRecorder(RunnerContext runner) {
        this.runner = runner;
    }

    /**
     * Stores a message in JSON, unless this very message is stored.
     *
     * @param codec checks the message
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if the store keeps no such mailbox of the run
     * @throws io.stepgraph.runtime.InvalidAnswerException if the mailbox does not take the message
     */
    public void tell(RunKey run, String mailbox, String id, String json, @Nullable Actor actor, Codec codec) {
        SavedMailbox saved = saved(run, mailbox);
        if (saved == null) {
            throw new StepgraphException(
                    ErrorCode.UNKNOWN_STEP,
                    "Message '" + id + "' was not stored: the store keeps no mailbox '" + mailbox + "' of run '" + run
                            + "'. It has those of a graph once a runner with the agent has executed a run. Correct the"
                            + " name, or let a program with the agent send the message.");
        }
        check(run, mailbox, saved, actor);
        store(run, saved.names(), id, codec.readMessage(saved.schema(), json), actor);
    }

    /** Removes a message that waits, by whatever name of its mailbox; says whether there was one. */
    public boolean withdraw(RunKey run, String mailbox, String id, @Nullable Actor actor) {
        SavedMailbox saved = saved(run, mailbox);
        if (saved == null) {
            return withdraw(run, List.of(mailbox), id);
        }
        check(run, mailbox, saved, actor);
        return withdraw(run, saved.names(), id);
    }

    private static void check(RunKey run, String mailbox, SavedMailbox saved, @Nullable Actor actor) {
        AnswerRule rule = AnswerRule.of(saved.schema(), run.id());
        if (rule != null) {
            rule.check(actor, mailbox, run.id());
        }
    }

    boolean withdraw(RunKey run, List<String> mailbox, String id) {
        return runner.store().write(run, s -> s.messages().withdraw(run, mailbox, id));
    }

    void store(RunKey run, List<String> mailbox, String id, Json message, @Nullable Actor actor) {
        RunnerConfig config = runner.config();
        NewMessage told = new NewMessage(
                run, mailbox, id, message, Names.inLogOrNull(actor), config.maxMessages(), config.keepMessages());
        runner.store().write(run, s -> s.messages().tell(told));
    }

    private @Nullable SavedMailbox saved(RunKey run, String mailbox) {
        StoredRun found = runner.store().call(s -> s.runs().find(run));
        if (found == null) {
            throw run.notFound();
        }
        Json graph = runner.store().call(s -> s.log().graph(found.graph(), found.fingerprint()));
        return graph == null ? null : SavedMailbox.of(graph, mailbox);
    }
}
