package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.StrictModel.call;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.List;
import java.util.Map;

/** A shop and a model with a script. Both outlive the processes of a run, as a bank and a provider do. */
record Play(Shop shop, StrictModel model) {
    /** So that a few turns and calls come to the end of each. */
    static final Limits LIMITS = new Limits(4, 4, 1_000, 100_000);

    /** A play whose model takes one turn after the other for each message of the user. */
    static Play of(StrictModel.Turn... turns) {
        return new Play(new Shop(), StrictModel.eachMessage(turns));
    }

    ToolAgent agent() {
        return agent(LIMITS);
    }

    ToolAgent agent(Limits limits) {
        return new ToolAgent(Model.of(model), tools(), "You help the customers of a shop.", limits);
    }

    /** The tools of the shop, and one whose classes are missing, as after a wrong deployment. */
    Tools tools() {
        ToolSpecification broken = ToolSpecification.builder().name("broken").build();
        return Tools.builder()
                .add(shop)
                .add(
                        broken,
                        (request, memory) -> {
                            throw new NoClassDefFoundError("shop/Orders");
                        },
                        Does.READ)
                .build();
    }

    /** What the model was told by its last request: the results, each as {@code id=text}. */
    List<String> heard() {
        return model.last().results();
    }

    static ToolExecutionRequest find(String id, String order) {
        return call(id, "find", "{\"order\": \"" + order + "\"}");
    }

    static ToolExecutionRequest refund(String id, String order) {
        return call(id, "refund", "{\"order\": \"" + order + "\", \"cents\": 900}");
    }

    /** The same call of the shop, as a person would have it. */
    static ToolCall refund(String id, String order, int cents) {
        return new ToolCall(id, "refund", Map.of("order", order, "cents", cents));
    }

    static ToolExecutionRequest mail(String id) {
        return call(id, "mail", "{\"to\": \"Ann\", \"text\": \"Hello\"}");
    }

    static ToolExecutionRequest note(String id) {
        return call(id, "note", "{\"order\": \"A-1\"}");
    }

    static ToolExecutionRequest close(String id) {
        return call(id, "close", "{\"order\": \"A-1\"}");
    }
}
