package io.stepgraph.cli.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows under headings. A table is printed page by page, so that a long list begins at once; a later page may be wider.
 * On a terminal, columns are cut and left out until a row fits in a line, but names that a person may copy stay whole.
 *
 * <pre>{@code
 * Table table = new Table(output, Column.whole("ID"), Column.cut("REASON"), Column.extra("LABELS"));
 * table.row(Cell.of("essay-1"), new Cell("the model is away", Style.RED), Cell.of("course=writing"));
 * table.print();
 * }</pre>
 */
public final class Table {
    private static final String GAP = "  ";

    /** Narrower than this, a cell tells nothing. */
    private static final int LEAST = 10;

    /** Other columns are left out before a column that has to stay is narrower than this. */
    private static final int KEPT = 30;

    private final Output output;
    private final List<Column> columns;
    private final int[] widths;
    private final List<Cell[]> rows = new ArrayList<>();
    private int[] shown = {};

    /** A table with these columns. */
    public Table(Output output, Column... columns) {
        this.output = output;
        this.columns = new ArrayList<>(List.of(columns));
        this.widths = Arrays.stream(columns)
                .mapToInt(column -> Texts.width(column.heading))
                .toArray();
    }

    /** The treatment of a column for which a line has no room. */
    private enum Fit {
        WHOLE,
        CUT,
        LEFT_OUT,
        CUT_OR_LEFT_OUT
    }

    /** A column of a table. */
    public static final class Column {
        private final String heading;
        private final Fit fit;

        private Column(String heading, Fit fit) {
            this.heading = heading;
            this.fit = fit;
        }

        /** A column that is always whole. */
        public static Column whole(String heading) {
            return new Column(heading, Fit.WHOLE);
        }

        /** A column whose cells are cut only after those of the columns that may be left out. */
        public static Column cut(String heading) {
            return new Column(heading, Fit.CUT);
        }

        /** A column whose cells may be cut, and that may be left out. */
        public static Column extra(String heading) {
            return new Column(heading, Fit.CUT_OR_LEFT_OUT);
        }

        /** A column that is whole or left out, such as one of times. */
        public static Column optional(String heading) {
            return new Column(heading, Fit.LEFT_OUT);
        }

        private boolean mayBeCut() {
            return fit == Fit.CUT || fit == Fit.CUT_OR_LEFT_OUT;
        }

        private boolean mayBeLeftOut() {
            return fit == Fit.LEFT_OUT || fit == Fit.CUT_OR_LEFT_OUT;
        }
    }

    /**
     * A field of a table.
     *
     * @param text its text, in one line
     * @param style its colour
     */
    public record Cell(String text, Style style) {
        /** Printable. */
        public Cell {
            text = Texts.printable(text);
        }

        /** Returns a cell without a colour. */
        public static Cell of(String text) {
            return new Cell(text, Style.PLAIN);
        }
    }

    /** Adds a row. */
    public void row(Cell... cells) {
        rows.add(cells);
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], Texts.width(cells[i].text));
        }
    }

    /** Prints the rows that were added since the last call, at first with the headings. */
    public void print() {
        if (rows.isEmpty()) {
            return;
        }
        boolean isFirst = shown.length == 0;
        if (isFirst) {
            shown = chosen();
        }
        int[] fitted = fitted(shown);
        shrink(Fit.CUT, LEAST, shown, fitted);
        if (isFirst) {
            print(
                    columns.stream()
                            .map(column -> new Cell(column.heading, Style.BOLD))
                            .toArray(Cell[]::new),
                    fitted);
        }
        rows.forEach(row -> print(row, fitted));
        rows.clear();
        output.flush();
    }

    /** The columns for which a line has room; the last ones are left out first. */
    private int[] chosen() {
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            chosen.add(i);
        }
        for (int i = columns.size() - 1; i >= 0; i--) {
            int[] now = chosen.stream().mapToInt(Integer::intValue).toArray();
            if (columns.get(i).mayBeLeftOut() && over(now, fitted(now)) > 0) {
                chosen.remove(Integer.valueOf(i));
            }
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The widths of these columns if none of them is left out. */
    private int[] fitted(int[] some) {
        int[] fitted = widths.clone();
        shrink(Fit.CUT_OR_LEFT_OUT, LEAST, some, fitted);
        shrink(Fit.CUT, KEPT, some, fitted);
        return fitted;
    }

    /** Makes columns narrower, the widest first, until a line fits. */
    private void shrink(Fit which, int least, int[] some, int[] fitted) {
        for (long over = over(some, fitted); over > 0; over--) {
            int widest = -1;
            for (int i : some) {
                if (columns.get(i).fit == which && fitted[i] > least && (widest < 0 || fitted[i] > fitted[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                break;
            }
            fitted[widest]--;
        }
    }

    private long over(int[] some, int[] fitted) {
        long total = (long) GAP.length() * (some.length - 1);
        for (int i : some) {
            total += fitted[i];
        }
        return total - output.width();
    }

    private void print(Cell[] cells, int[] fitted) {
        StringBuilder line = new StringBuilder();
        for (int i : shown) {
            String text = columns.get(i).mayBeCut() ? Texts.cut(cells[i].text, fitted[i]) : cells[i].text;
            line.append(line.isEmpty() ? "" : GAP)
                    .append(output.styled(cells[i].style, text))
                    .append(" ".repeat(fitted[i] - Texts.width(text)));
        }
        output.line(line.toString().stripTrailing());
    }
}
