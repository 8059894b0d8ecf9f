package io.stepgraph.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.service.tool.ToolExecutionResult;
import java.util.Locale;

/** The text of a result, as it is stored and as the model reads it. */
final class ResultText {
    private ResultText() {}

    static String of(ToolExecutionResult result) {
        String text = result.resultContents().stream().map(ResultText::of).collect(joining("\n"));
        return text.isBlank() ? "(no text)" : text; // Some providers refuse empty texts.
    }

    private static String of(Content content) {
        return content instanceof TextContent text
                ? text.text()
                : "[" + content.type().name().toLowerCase(Locale.ROOT) + ", which cannot be shown here]";
    }

    /** Cuts a text that is too long, and replaces halves of characters, which cannot be stored. */
    static String cut(String text, int longest) {
        String kept = text.length() <= longest
                ? text
                : text.substring(0, longest) + "\n[Cut after " + longest + " of " + text.length() + " characters.]";
        return new String(kept.getBytes(UTF_8), UTF_8);
    }
}
