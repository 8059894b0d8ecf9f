package io.stepgraph.cli.draw;

import io.stepgraph.cli.draw.Placement.Box;
import io.stepgraph.cli.draw.Placement.Point;
import io.stepgraph.cli.draw.Placement.Route;
import io.stepgraph.draw.Picture;
import io.stepgraph.draw.Picture.Mark;
import io.stepgraph.draw.Picture.Shape;
import io.stepgraph.draw.Picture.Style;
import java.util.List;
import java.util.Locale;

/** A picture for browsers. */
final class Svg {
    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%1$s" height="%2$s" \
            font-family="Helvetica,Arial,sans-serif" text-anchor="middle">
              <title>%3$s</title>
              <defs>
            """;
    private static final String ARROW = """
                <marker id="%s" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" \
            markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0,0.8 L10,5 L0,9.2 z" fill="%s"/></marker>
            """;
    private static final double ROUND = 7;
    private static final double CORNER = 0.29;
    private static final double INSIDE = 3;

    private final StringBuilder svg = new StringBuilder(4096);

    private Svg() {}

    static String of(Picture picture) {
        return new Svg().write(picture, Placement.of(picture));
    }

    private String write(Picture picture, Placement placement) {
        svg.append(HEAD.formatted(number(placement.width()), number(placement.height()), escaped(picture.name())));
        svg.append(ARROW.formatted("next", Style.NEXT.colour()));
        svg.append(ARROW.formatted("failure", Style.FAILURE.colour()));
        svg.append(ARROW.formatted("taken", Picture.DARK));
        svg.append(ARROW.formatted("call", Style.CALL.colour()));
        svg.append("  </defs>\n");
        placement.routes().forEach(this::edge);
        placement.boxes().forEach(this::node);
        placement.routes().forEach(this::label);
        return svg.append("</svg>\n").toString();
    }

    private void node(Box box) {
        Shape shape = box.node().shape();
        Mark mark = box.node().mark();
        String stroke = mark.stroke() == null ? shape.stroke() : mark.stroke();
        String paint = " fill=\"%s\" stroke=\"%s\"".formatted(shape.fill(), stroke);
        String outer = paint + width(mark.width());
        String inner = paint + width(Mark.NONE.width());
        String link = box.node().link();
        if (link != null) {
            svg.append("  <a href=\"").append(escaped(link)).append(".svg\">\n");
        }
        switch (shape) {
            case START -> circle(box, 0, outer);
            case END, FAIL -> {
                circle(box, 0, outer);
                circle(box, INSIDE + 1, inner);
            }
            case STEP -> box(box, 0, outer);
            case GATED, AGENT -> {
                box(box, 0, outer);
                box(box, INSIDE, inner);
            }
            case INTERRUPT -> octagon(box, outer);
            case RESULT -> {}
        }
        texts(box);
        if (link != null) {
            svg.append("  </a>\n");
        }
    }

    private static String width(String width) {
        return " stroke-width=\"" + width + '"';
    }

    private void texts(Box box) {
        List<String> notes = box.node().notes();
        double x = box.x() + box.width() / 2;
        Shape shape = box.node().shape();
        boolean isSmall = shape == Shape.RESULT || shape == Shape.END || shape == Shape.FAIL;
        double size = isSmall ? Lettering.LABEL : Lettering.TITLE;
        double height = size * Lettering.LEADING + notes.size() * Lettering.NOTE * Lettering.LEADING;
        double y = box.y() + (box.height() - height) / 2 + size;
        if (!box.node().title().isEmpty()) {
            text(x, y, size, shape.text(), box.node().title());
        }
        for (String note : notes) {
            y += Lettering.NOTE * Lettering.LEADING;
            text(x, y, Lettering.NOTE, Picture.FAINT, note);
        }
    }

    private void circle(Box box, double inside, String paint) {
        svg.append("  <circle cx=\"%s\" cy=\"%s\" r=\"%s\"%s/>\n"
                .formatted(
                        number(box.x() + box.width() / 2),
                        number(box.y() + box.height() / 2),
                        number(box.width() / 2 - inside),
                        paint));
    }

    private void box(Box box, double inside, String paint) {
        svg.append("  <rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\"%s/>\n"
                .formatted(
                        number(box.x() + inside),
                        number(box.y() + inside),
                        number(box.width() - 2 * inside),
                        number(box.height() - 2 * inside),
                        number(ROUND),
                        paint));
    }

    private void octagon(Box box, String paint) {
        double cut = Math.min(box.width(), box.height()) * CORNER;
        double right = box.x() + box.width();
        double bottom = box.y() + box.height();
        List<Point> corners = List.of(
                new Point(box.x() + cut, box.y()),
                new Point(right - cut, box.y()),
                new Point(right, box.y() + cut),
                new Point(right, bottom - cut),
                new Point(right - cut, bottom),
                new Point(box.x() + cut, bottom),
                new Point(box.x(), bottom - cut),
                new Point(box.x(), box.y() + cut));
        StringBuilder points = new StringBuilder();
        corners.forEach(corner -> points.append(points.isEmpty() ? "" : " ").append(pair(corner)));
        svg.append("  <polygon points=\"")
                .append(points)
                .append('"')
                .append(paint)
                .append("/>\n");
    }

    private void edge(Route route) {
        boolean isTaken = route.line().isTaken();
        Style style = route.line().style();
        String dashes = switch (style) {
            case NEXT -> "";
            case FAILURE -> " stroke-dasharray=\"5 4\"";
            case THEN -> " stroke-dasharray=\"1.5 4\"";
            case CALL -> " marker-start=\"url(#call)\"";
        };
        String arrow =
                isTaken ? "taken" : style == Style.THEN ? "next" : style.name().toLowerCase(Locale.ROOT);
        svg.append("  <path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s marker-end=\"url(#%s)\"/>\n"
                .formatted(
                        path(route.points()),
                        isTaken ? Picture.DARK : style.colour(),
                        isTaken ? "2.4" : "1.2",
                        dashes,
                        arrow));
    }

    /** Returns a path with round corners. */
    private static String path(List<Point> points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.size(); i++) {
            Point here = points.get(i);
            if (i == 0) {
                path.append('M').append(pair(here));
            } else if (i == points.size() - 1) {
                path.append(" L").append(pair(here));
            } else {
                path.append(" L").append(pair(towards(here, points.get(i - 1))));
                path.append(" Q").append(pair(here)).append(' ').append(pair(towards(here, points.get(i + 1))));
            }
        }
        return path.toString();
    }

    private static Point towards(Point corner, Point other) {
        double length = Math.hypot(other.x() - corner.x(), other.y() - corner.y());
        double part = length == 0 ? 0 : Math.min(ROUND, length / 2) / length;
        return new Point(corner.x() + (other.x() - corner.x()) * part, corner.y() + (other.y() - corner.y()) * part);
    }

    private void label(Route route) {
        List<String> labels = route.line().labels();
        double line = Lettering.LABEL * Lettering.LEADING;
        double y = route.label().y() - labels.size() * line / 2 + Lettering.LABEL;
        for (String label : labels) {
            // The line passes behind the label, which a light edge keeps readable.
            text(route.label().x(), y, Lettering.LABEL, route.line().style().colour(), label);
            y += line;
        }
    }

    private void text(double x, double y, double size, String colour, String text) {
        svg.append("  <text x=\"%s\" y=\"%s\" font-size=\"%s\" fill=\"%s\">%s</text>\n"
                .formatted(number(x), number(y), number(size), colour, escaped(text)));
    }

    private static String pair(Point point) {
        return number(point.x()) + "," + number(point.y());
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default ->
                    // XML has no other control characters, also not as references.
                    escaped.appendCodePoint(Character.isISOControl(character) ? '\ufffd' : character);
            }
        });
        return escaped.toString();
    }
}
