package example;

import static io.stepgraph.StepGraph.END;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreType;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    Draft draft(Essay essay) {
        return new Draft();
    }

    @Step(next = "check")
    LongNotes review(Essay essay) {
        return new LongNotes();
    }

    @Step(next = "list")
    Short check(Essay essay, Notes notes) {
        return 1;
    }

    @Step(next = "finish")
    Lines list(Essay essay, Number number) {
        return new Lines();
    }

    @Step(next = END)
    void finish(Essay essay, ArrayList<String> lines, StepContext<Void> context) {}
}

class Essay {
    @JsonIgnore
    public transient int words;

    @JsonProperty
    public transient String text = "";

    transient int cache;

    @JsonIgnore
    int getCache() {
        return cache;
    }
}

final class Draft extends Essay {
    static int count;

    @JsonIgnore
    public int pages;

    public Cache lines = new Cache();
}

@JsonIgnoreType
final class Cache {
    public int size;
}

@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
class Notes {
    public String text = "";
}

final class LongNotes extends Notes {
    public int pages;
}

final class Lines extends ArrayList<String> {
    private static final long serialVersionUID = 1;
}
