package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The paragraphs of a text without its Markdown: marks are taken off, a list item is a paragraph of its own, code,
 * tables and headings are left out (headings only if there is anything else).
 */
final class Prose {

    private static final Pattern FENCE = Pattern.compile("\\s{0,3}(```|~~~).*");
    private static final Pattern HEADING = Pattern.compile("\\s{0,3}#{1,6}\\s.*");
    private static final Pattern RULE = Pattern.compile("--+|==+|\\*\\*+|__+");
    private static final Pattern TABLE_OR_LINK_TARGET = Pattern.compile("\\s*(\\||\\[[^]]+]:\\s).*");
    private static final Pattern QUOTE_MARK = Pattern.compile("^\\s*>[>\\s]*");
    private static final Pattern ITEM = Pattern.compile("\\s*([-*+\\u2022\\u2013]|\\d{1,3}[.)])\\s+(\\S.*)");
    private static final int HEADING_WORDS = 10;

    private final List<String> paragraphs = new ArrayList<>();
    private final List<String> headings = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();
    private int openLines;
    private boolean openItem;

    private Prose() {}

    static List<String> paragraphs(String text) {
        Prose prose = new Prose();
        boolean code = false;
        for (String line : text.lines().toList()) {
            if (FENCE.matcher(line).matches()) {
                prose.close();
                code = !code;
            } else if (!code) {
                prose.read(QUOTE_MARK.matcher(line).replaceFirst(""));
            }
        }
        prose.close();
        return prose.paragraphs.isEmpty() ? prose.headings : prose.paragraphs;
    }

    private void read(String line) {
        var item = ITEM.matcher(line);
        if (line.isBlank()) {
            close();
        } else if (HEADING.matcher(line).matches()) {
            close();
            addHeading(line.strip().replaceAll("^#+\\s+|\\s+#+$", ""));
        } else if (RULE.matcher(line.replaceAll("\\s", "")).matches()) {
            underline();
        } else if (TABLE_OR_LINK_TARGET.matcher(line).matches()) {
            close();
        } else if (item.matches()) {
            close();
            append(item.group(2));
            openItem = true;
        } else {
            append(line);
        }
    }

    private void append(String line) {
        open.append(open.isEmpty() ? "" : " ").append(line.strip());
        openLines++;
    }

    /** A line of dashes makes a heading of one line above it, and divides otherwise. */
    private void underline() {
        if (openLines == 1 && !openItem) {
            addHeading(open.toString());
            open.setLength(0);
        }
        close();
    }

    private void close() {
        String paragraph = withoutMarks(open.toString());
        if (!paragraph.isEmpty()) {
            if (openLines == 1 && !openItem && looksLikeHeading(paragraph)) {
                addHeading(paragraph);
            } else {
                paragraphs.add(paragraph);
            }
        }
        open.setLength(0);
        openLines = 0;
        openItem = false;
    }

    private void addHeading(String heading) {
        String plain = withoutMarks(heading);
        if (!plain.isEmpty()) {
            headings.add(plain);
        }
    }

    private static boolean looksLikeHeading(String paragraph) {
        return !Sentences.isComplete(paragraph) && Words.count(paragraph) <= HEADING_WORDS;
    }

    private static String withoutMarks(String paragraph) {
        return paragraph
                .replaceAll("!\\[[^\\[\\]]*]\\([^()]*\\)", "")
                .replaceAll("\\[([^\\[\\]]*)]\\([^()]*\\)", "$1")
                .replaceAll("\\[\\^?\\d{1,3}]", "")
                .replaceAll("\\*\\*|__|`", "")
                .replaceAll("(?<![\\w*])\\*(?=\\S)([^*]+)\\*(?![\\w*])", "$1")
                .replaceAll("(?<!\\w)_(?=\\S)([^_]+)_(?!\\w)", "$1")
                .replaceAll("[\\s\\u0085\\u00A0\\u2028\\u2029\\u202F\\uFEFF]+", " ")
                .strip();
    }
}
