package io.stepgraph.spring.slice;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import org.springframework.stereotype.Component;

@Component
@StepGraph(start = "count")
final class Counter {
    static final class Count {
        public int value;
    }

    @Step(next = END)
    void count(Count count) {
        count.value++;
    }
}
