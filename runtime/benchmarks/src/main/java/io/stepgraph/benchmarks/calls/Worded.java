package io.stepgraph.benchmarks.calls;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** An agent of two steps. */
@StepGraph(start = "first")
final class Worded {

    /** The state. */
    static final class Work {
        public String text = "";

        static Work of(int number) {
            Work work = new Work();
            work.text = "work " + number;
            return work;
        }
    }

    @Step(next = "second")
    void first(Work work) {
        work.text += ", one";
    }

    @Step(next = END)
    String second(Work work) {
        return work.text + ", two";
    }
}
