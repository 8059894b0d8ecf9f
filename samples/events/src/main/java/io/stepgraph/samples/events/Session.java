package io.stepgraph.samples.events;

import io.stepgraph.samples.events.Phase.CallingLlm;
import io.stepgraph.samples.events.Phase.WaitingForUserInput;
import java.util.ArrayList;
import java.util.List;

/** Everything that the agent knows: the state of its graph. */
public final class Session {
    /** The state of the machine. */
    public Phase phase = new WaitingForUserInput();

    /** The conversation. Messages are added at its end; nothing else changes it. */
    public List<Message> conversation = new ArrayList<>();

    /** Messages of the user that came while the agent was busy. */
    public List<String> queued = new ArrayList<>();

    /** The call of the model that is due: the conversation is its request, and is kept until the answer is there. */
    Action.SendLlmRequest callLlm(int retries) {
        phase = new CallingLlm(retries);
        return request();
    }

    /** Adds what the user has said, and calls the model. */
    Action.SendLlmRequest takeUp() {
        queued.forEach(message -> conversation.add(new Message.User(message)));
        queued.clear();
        return callLlm(0);
    }

    /** The request of the present call. */
    Action.SendLlmRequest request() {
        return new Action.SendLlmRequest(new LlmRequest(List.copyOf(conversation)));
    }
}
