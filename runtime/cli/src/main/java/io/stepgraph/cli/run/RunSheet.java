package io.stepgraph.cli.run;

import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Style;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.cli.io.Texts;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Prints a run for a person. */
public final class RunSheet {
    private static final int NAMES = 12;
    private static final int LONGEST = 100;

    /** The fields of an event that have columns of their own. */
    private static final Set<String> HEADER = Set.of("cursor", "at", "startedAt", "runId", "event", "step");

    private final Output output;
    private final RunView view;
    private final StoredRun run;

    /** A sheet of a run. */
    public RunSheet(Output output, RunView view) {
        this.output = output;
        this.view = view;
        this.run = view.run();
    }

    /** Prints it. */
    public void print(boolean withEvents) {
        facts();
        question();
        messages();
        outcome();
        path();
        effects();
        family();
        if (withEvents) {
            events();
        }
        output.flush();
    }

    private void facts() {
        fact("Run", run.key().id());
        fact("Graph", run.graph() + " (" + run.fingerprint() + ")");
        output.line(name("Status")
                + output.styled(Style.of(run.status()), run.status().name()));
        fact(
                "Step",
                run.checkpoint().step() + " (visit " + run.checkpoint().visit() + ", attempt "
                        + run.checkpoint().attempt() + crashes() + ")");
        fact("Mode", run.mode().name());
        fact("Waits for", view.waitsFor());
        fact("Called by", view.family().caller());
        fact("Thread", run.thread());
        JsonNode started = view.history().started();
        String by = started == null ? "" : started.path("by").asString("");
        fact("Started", time(run.startedAt()) + (by.isEmpty() ? "" : " by " + by));
        fact("Labels", Labels.line(view.look().labels()));
        String changedAt = view.history().changedAt();
        fact("Changed", changedAt.isEmpty() ? null : time(Instant.parse(changedAt)));
        fact("Deadline", run.deadline() == null ? null : time(run.deadline()));
        fact("Due", run.dueAt() == null ? null : time(run.dueAt()));
        fact("Cancel by", run.status() == Status.CANCELLED ? null : run.cancelRequestedBy());
        if (run.owner() != null && run.leaseUntil() != null) {
            fact(
                    "Owner",
                    "process " + run.owner().pid() + ", lease until " + time(run.leaseUntil())
                            + (run.isLeaseOver() ? " (over)" : ""));
        }
    }

    private String crashes() {
        int crashes = run.checkpoint().crashes();
        return crashes == 0 ? "" : ", crashes " + crashes;
    }

    private void question() {
        JsonNode question = view.question();
        if (question != null) {
            heading("Question");
            document(question.path("question"));
            fact("  Ticket", question.path("ticket").asString(""));
            fact(
                    "  Expires",
                    question.path("expiresAt").isString()
                            ? question.path("expiresAt").asString()
                            : null);
            fact("  Answers", Documents.line(question.path("answerSchema")));
        }
    }

    private void messages() {
        if (!view.messages().isEmpty()) {
            heading("Messages");
            Table table = new Table(
                    output, Column.whole("  MAILBOX"), Column.whole("ID"), Column.cut("BY"), Column.optional("SINCE"));
            view.messages()
                    .forEach(message -> table.row(
                            Cell.of("  " + message.mailbox()),
                            Cell.of(message.id()),
                            Cell.of(message.by() == null ? "" : message.by()),
                            Cell.of(time(message.toldAt()))));
            table.print();
            long more = view.look().messages() - view.messages().size();
            if (more > 0) {
                output.line("  … and " + Counts.exact(more) + " more");
            }
        }
    }

    private void outcome() {
        if (!view.isQueued() && view.question() == null) {
            heading("Outcome");
            document(view.outcome());
        }
        String trace = view.failureTrace();
        if (trace != null) {
            heading("Trace");
            trace.lines().forEach(line -> output.line("  " + Texts.printable(line.replace("\t", "    "))));
        }
    }

    private void path() {
        heading(view.graph() == null ? "Path (the store does not have the graph)" : "Path");
        List<RunView.PathStep> path = view.path();
        int width =
                path.stream().mapToInt(step -> Texts.width(step.step())).max().orElse(0);
        for (RunView.PathStep step : path) {
            String visits = step.visits() == 0 ? "" : step.visits() == 1 ? "1 visit" : step.visits() + " visits";
            String took = step.took() == null ? "" : ", " + Texts.took(step.took());
            String mark = (step.isPresent() ? "> " : "  ") + (step.visits() > 0 ? "* " : "  ");
            String line = "  " + mark + Texts.printable(step.step()) + " ".repeat(width - Texts.width(step.step()) + 2)
                    + visits + took;
            output.line(output.styled(
                    step.isPresent() ? Style.BOLD : step.visits() > 0 ? Style.PLAIN : Style.FAINT,
                    line.stripTrailing()));
        }
    }

    private void effects() {
        if (!view.effects().isEmpty()) {
            heading("Effects");
            Table table = new Table(
                    output,
                    Column.cut("  STEP"),
                    Column.whole("VISIT"),
                    Column.whole("EFFECT"),
                    Column.whole("STATUS"),
                    Column.whole("KEY"),
                    Column.extra("RESOLVED BY"));
            view.effects()
                    .forEach(effect -> table.row(
                            Cell.of("  " + effect.step()),
                            Cell.of(Long.toString(effect.id().visit())),
                            Cell.of(EffectNames.of(effect)),
                            new Cell(effect.status().name(), style(effect)),
                            Cell.of(effect.key()),
                            Cell.of(effect.resolvedBy() == null ? "" : effect.resolvedBy())));
            table.print();
        }
    }

    private void family() {
        if (!view.family().members().isEmpty()) {
            heading("Family");
            view.family().print(output, run.key().id());
        }
    }

    private static Style style(EffectRecord effect) {
        return switch (effect.status()) {
            case IN_DOUBT -> Style.RED;
            case DONE -> Style.GREEN;
            case STARTED, FAILED -> Style.PLAIN;
        };
    }

    private void events() {
        heading("Events");
        Table table = new Table(
                output, Column.whole("  TIME"), Column.whole("EVENT"), Column.cut("STEP"), Column.cut("DETAILS"));
        for (JsonNode event : view.history().events()) {
            List<String> details = new ArrayList<>();
            event.properties().forEach(field -> {
                if (!HEADER.contains(field.getKey()) && !field.getValue().isNull()) {
                    details.add(field.getKey() + "=" + text(field.getValue()));
                }
            });
            table.row(
                    Cell.of("  "
                            + event.path(event.has("startedAt") ? "startedAt" : "at")
                                    .asString("")),
                    Cell.of(event.path("event").asString("")),
                    Cell.of(event.path("step").asString("")),
                    Cell.of(String.join(" ", details)));
        }
        table.print();
    }

    private void heading(String text) {
        output.line("");
        output.line(output.styled(Style.BOLD, text));
    }

    private void fact(String name, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            output.line(name(name) + Texts.printable(text));
        }
    }

    private static String name(String name) {
        return name + " ".repeat(NAMES - name.length());
    }

    private void document(JsonNode document) {
        Documents.pretty(document).lines().forEach(line -> output.line("  " + Texts.printable(line)));
    }

    private static String text(JsonNode value) {
        return Texts.shortened(value.isString() ? value.stringValue() : Documents.line(value), LONGEST);
    }

    /** A time to the second. */
    public static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
