package io.stepgraph.benchmarks.tools;

import io.stepgraph.benchmarks.tools.HandAgent.Chat;
import io.stepgraph.benchmarks.tools.HandAgentGraph.Outcome;
import io.stepgraph.benchmarks.tools.HandMessage.Assistant;
import io.stepgraph.benchmarks.tools.HandMessage.Call;
import io.stepgraph.benchmarks.tools.HandMessage.Result;
import io.stepgraph.benchmarks.tools.HandMessage.User;
import io.stepgraph.engine.Runner;
import java.util.List;

/** The agent by hand. */
final class HandSide implements Way.Side {
    private final Runner runner;
    private final HandAgentGraph graph = HandAgentGraph.of(new HandAgent(new QuickModel(), new Orders()));
    private final Chat begun = new Chat();

    HandSide(Runner runner, List<PastTurn> past) {
        this.runner = runner;
        for (PastTurn turn : past) {
            begun.messages.add(new User(turn.question()));
            begun.messages.add(new Assistant("", List.of(new Call(turn.call(), Orders.TOOL, PastTurn.ARGUMENTS))));
            begun.messages.add(new Result(turn.call(), Orders.TOOL, turn.result()));
            begun.messages.add(new Assistant(turn.answer(), List.of()));
        }
    }

    @Override
    public void begin(String thread, String id) {
        graph.on(runner, thread).run(id, begun, Way.QUESTION);
    }

    @Override
    public String message(String thread, String id) {
        Outcome end = graph.on(runner, thread).run(id, new Chat(), Way.QUESTION);
        return ((Outcome.Completed) end).result();
    }

    @Override
    public void delete(String thread, String id) {
        graph.on(runner, thread).delete(id);
    }
}
