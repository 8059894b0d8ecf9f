package io.stepgraph.tests.pages;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import io.stepgraph.tests.pages.Guide.Block;
import java.util.List;

/** The Java code of a page as the formatter of this build writes it. */
final class PageFormat {
    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    private PageFormat() {}

    static String formatted(Block block) throws FormatterException {
        return block.kind().equals("file") ? FORMATTER.formatSource(block.code()) : body(block.code());
    }

    /** Formats the body of a method, which a page shows without its method. */
    private static String body(String code) throws FormatterException {
        String whole = FORMATTER.formatSource("class Usage {\nvoid method() {\n" + code + "}\n}\n");
        List<String> lines = whole.lines().toList();
        return String.join("\n", lines.subList(2, lines.size() - 2)).indent(-8);
    }
}
