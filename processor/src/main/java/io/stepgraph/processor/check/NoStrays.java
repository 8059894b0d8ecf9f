package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Stray;
import java.util.function.Consumer;

/** Our annotations stand where they mean something, inside an agent class. */
final class NoStrays implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Problem> report) {
        for (Stray stray : agent.surroundings().strays()) {
            report.accept(
                    stray.isSecondOfItsMethod()
                            ? new Problem(Mistake.STEP_AND_INTERRUPT, both(stray), stray.place())
                            : orphan(stray));
        }
    }

    static Problem orphan(Stray stray) {
        String text = "@" + stray.annotation() + " means nothing on '" + stray.method()
                + "', which is no step. Give the method @Step or @Interrupt, or remove @" + stray.annotation() + ".";
        return new Problem(Mistake.ORPHAN_ANNOTATION, text, stray.place());
    }

    private static String both(Stray stray) {
        return "'" + stray.method()
                + "' cannot be both: @Step does work, @Interrupt asks and waits. Remove one of them.";
    }
}
