package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AgentModel.Clash;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The steps of one agent by name, without those whose generated names clash with an earlier step. */
final class Steps {

    private final List<StepModel> all = new ArrayList<>();
    private final List<Clash> clashing = new ArrayList<>();
    private final Map<String, Integer> byName = new HashMap<>();
    private final Map<String, Integer> byGeneratedName = new HashMap<>();

    Steps(List<StepModel> read) {
        for (StepModel step : read) {
            Integer earlier = byGeneratedName.get(step.constant());
            if (earlier == null) {
                earlier = byGeneratedName.get(classFile(step));
            }
            if (earlier == null) {
                byName.put(step.name(), all.size());
                byGeneratedName.put(step.constant(), all.size());
                byGeneratedName.put(classFile(step), all.size());
                all.add(step);
            } else {
                clashing.add(new Clash(step, all.get(earlier)));
            }
        }
    }

    /** Nested classes become files, and many file systems do not tell upper from lower case. */
    private static String classFile(StepModel step) {
        return GeneratedNames.next(step.name()).toLowerCase(Locale.ROOT);
    }

    List<StepModel> all() {
        return all;
    }

    List<Clash> clashing() {
        return clashing;
    }

    @Nullable StepModel find(Name name) {
        Integer index = byName.get(name.text());
        return index == null ? null : all.get(index);
    }

    @Nullable Integer indexOf(Name name) {
        return byName.get(name.text());
    }
}
