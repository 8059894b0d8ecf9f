package io.stepgraph.cli.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows under headings. A table is printed page by page, so that a long list begins at once; a later page may be wider.
 *
 * <pre>{@code
 * Table table = new Table(output, "ID", "STATUS");
 * table.row(Cell.of("essay-1"), new Cell("FAILED", Style.RED));
 * table.print();
 * }</pre>
 */
public final class Table {
    private static final String GAP = "  ";

    private final Output output;
    private final String[] headings;
    private final int[] widths;
    private final List<Cell[]> rows = new ArrayList<>();
    private boolean isBegun;

    /** A table with these headings. */
    public Table(Output output, String... headings) {
        this.output = output;
        this.headings = headings;
        this.widths = Arrays.stream(headings).mapToInt(Texts::width).toArray();
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

        /** Without a colour. */
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
        if (!isBegun && !rows.isEmpty()) {
            isBegun = true;
            print(Arrays.stream(headings)
                    .map(heading -> new Cell(heading, Style.BOLD))
                    .toArray(Cell[]::new));
        }
        rows.forEach(this::print);
        rows.clear();
        output.flush();
    }

    private void print(Cell[] cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            line.append(output.styled(cells[i].style, cells[i].text));
            if (i < cells.length - 1) {
                line.append(" ".repeat(widths[i] - Texts.width(cells[i].text))).append(GAP);
            }
        }
        output.line(line.toString().stripTrailing());
    }
}
