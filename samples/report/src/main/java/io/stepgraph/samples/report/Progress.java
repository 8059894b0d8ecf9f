package io.stepgraph.samples.report;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RunObserver;
import java.io.PrintStream;

/**
 * Prints what the family does, a line for each step, with the name of the agent in front.
 *
 * @param out where to print
 */
record Progress(PrintStream out) implements RunObserver {

    @Override
    public void happened(RunEvent event) {
        if (event instanceof RunEvent.StepStarted step) {
            line(event, "▸ " + step.step());
        } else if (event instanceof RunEvent.StepFinished step) {
            line(event, "✓ " + step.step() + " done and stored");
        } else if (event instanceof RunEvent.Called call) {
            line(event, "✓ " + call.step() + " has called " + call.size() + " agents, which work at the same time");
        } else if (event instanceof RunEvent.QuestionAsked) {
            line(event, "? asks you");
        } else if (event instanceof RunEvent.Joined) {
            line(event, "all agents have ended");
        } else if (event instanceof RunEvent.TakenOver taken) {
            line(event, "was cut off; goes on at " + taken.step());
        }
    }

    private void line(RunEvent event, String what) {
        String run = event.runId();
        String agent = run.contains("//") ? run.substring(run.lastIndexOf('/') + 1) : "report";
        out.println(String.format("%-8s  %s", agent, what));
    }
}
