package io.stepgraph.benchmarks.compile;

/**
 * Writes agents. Every eight steps hold a loop, a value handed over, a retry, and a question with two answers, one of
 * which opens a gate: one of everything that the processor checks.
 */
final class AgentSource {
    private static final int BLOCK = 8;

    private AgentSource() {}

    static String of(String name, int steps) {
        StringBuilder source = new StringBuilder("""
                package generated;

                import static io.stepgraph.StepGraph.END;

                import io.stepgraph.GatedBy;
                import io.stepgraph.Interrupt;
                import io.stepgraph.PermissionMode;
                import io.stepgraph.RequiresMode;
                import io.stepgraph.Retry;
                import io.stepgraph.Step;
                import io.stepgraph.StepGraph;
                import java.util.List;

                @StepGraph(start = "step0")
                @SuppressWarnings("stepgraph:UnboundedLoop")
                public final class %1$s {
                    public static final class State {
                        public String request;
                        public int counter;
                        public List<String> messages;
                    }

                    public record Note(String text, int weight) {}

                    public record Question(String text, List<Note> notes) {}

                    public sealed interface Decision permits Approved, Rejected {}

                    public record Approved() implements Decision {}

                    public record Rejected(String why) implements Decision {}
                """.formatted(name));
        int blocks = steps / BLOCK * BLOCK;
        for (int first = 0; first < blocks; first += BLOCK) {
            source.append(block(name, first, first + BLOCK == steps));
        }
        for (int step = blocks; step < steps; step++) {
            source.append("""

                        @Step(next = %2$s)
                        void step%1$s(State state) {
                            state.counter++;
                        }
                    """.formatted(step, step + 1 == steps ? "END" : "\"step" + (step + 1) + "\""));
        }
        return source.append("}\n").toString();
    }

    private static String block(String agent, int first, boolean last) {
        return """

                    @Step(next = "step%3$s")
                    void step%2$s(State state) {
                        state.counter++;
                    }

                    @Step(next = {"step%4$s", "step%2$s"})
                    %1$sGraph.Step%3$sNext step%3$s(State state) {
                        return state.counter < 10 ? %1$sGraph.Step%3$sNext.step%2$s() : %1$sGraph.Step%3$sNext.step%4$s();
                    }

                    @Step(next = "step%5$s")
                    Note step%4$s(State state) {
                        return new Note(state.request, state.counter);
                    }

                    @Step(next = "step%6$s")
                    @Retry(attempts = 3, backoff = "200ms")
                    void step%5$s(State state, Note note) {
                        state.messages.add(note.text());
                    }

                    @Step(next = "step%7$s")
                    void step%6$s(State state) {
                        state.counter++;
                    }

                    @Interrupt(answer = Decision.class, next = {"step%8$s", "step%9$s"})
                    Question step%7$s(State state) {
                        return new Question(state.request, List.of());
                    }

                    @Step(next = %10$s)
                    @RequiresMode(PermissionMode.ACCEPT_EDITS)
                    @GatedBy("step%7$s")
                    void step%8$s(State state, Approved approval) {
                        state.counter++;
                    }

                    @Step(next = %10$s)
                    void step%9$s(State state, Rejected rejection) {
                        state.messages.add(rejection.why());
                    }
                """.formatted(
                        agent,
                        first,
                        first + 1,
                        first + 2,
                        first + 3,
                        first + 4,
                        first + 5,
                        first + 6,
                        first + 7,
                        last ? "END" : "\"step" + (first + BLOCK) + "\"");
    }
}
