package io.stepgraph.cli.run;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Style;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The runs that have called each other, from the one at the top.
 *
 * @param caller the id of the run that has called the one that is shown; null if nobody has
 * @param members the members; empty if there is only the run itself
 * @param isCut if true, there are more
 */
record Family(@Nullable String caller, List<FamilyMember> members, boolean isCut) {
    private static final int MOST = 1_000;

    /** Reads the family of a run. If it is too large to have the run in its first part: the descendants of the run. */
    static Family of(OpenStore store, StoredRun run) {
        List<RunKey> callers =
                run.calledBy() == null ? List.of() : store.store().calls().callers(run.key());
        String caller = callers.isEmpty() ? null : callers.get(0).id();
        Family all = of(store, callers.isEmpty() ? run.key() : callers.get(callers.size() - 1), caller);
        return all.members.stream()
                        .anyMatch(member -> member.run().id().equals(run.key().id()))
                ? all
                : of(store, run.key(), caller);
    }

    private static Family of(OpenStore store, RunKey top, @Nullable String caller) {
        List<FamilyMember> found = store.store().calls().family(top, MOST + 1);
        List<FamilyMember> kept = found.subList(0, Math.min(MOST, found.size()));
        return new Family(caller, kept.size() == 1 && caller == null ? List.of() : kept, found.size() > MOST);
    }

    /** Adds the members as documents, a caller before its children. */
    void addTo(ArrayNode documents) {
        for (FamilyMember member : members) {
            ObjectNode json = RunDocuments.of(member.run()).put("caller", member.caller());
            Documents.put(json.put("place", member.place()), "endedAt", member.endedAt());
            documents.add(json);
        }
    }

    /** Prints the members as a tree, in which this run has a mark. */
    void print(Output output, String runId) {
        Table table = new Table(
                output,
                Column.whole("  RUN"),
                Column.whole("STATUS"),
                Column.extra("STEP"),
                Column.optional("SINCE"),
                Column.cut("REASON"));
        members.stream().limit(1).forEach(top -> rows(top, 0, runId, table));
        table.print();
        if (isCut) {
            output.line("  …");
        }
    }

    private void rows(FamilyMember member, int depth, String runId, Table table) {
        ListedRun run = member.run();
        table.row(
                Cell.of((run.id().equals(runId) ? "> " : "  ") + "  ".repeat(depth) + run.id()),
                new Cell(run.status().name(), Style.of(run.status())),
                Cell.of(run.step()),
                Cell.of(RunSheet.time(member.endedAt() == null ? run.changedAt() : member.endedAt())),
                Cell.of(Objects.requireNonNullElse(run.waitsFor(), Objects.requireNonNullElse(run.failure(), ""))));
        for (FamilyMember child : members) {
            if (run.id().equals(child.caller())) {
                rows(child, depth + 1, runId, table);
            }
        }
    }
}
