package io.stepgraph.langchain4j;

import static java.util.stream.Collectors.joining;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words of a question about a call, and the values in it. */
final class AskText {
    private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)}");

    /** A person reads whole mails. */
    private static final int LONGEST_ASKED = 5_000;

    private static final int LONGEST_TOLD = 500;

    /** What changes the look of the text around it, or cannot be seen. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}]");

    private AskText() {}

    /** Throws if braces of the text name no argument. */
    static void check(KnownTool tool) {
        Set<String> names = tool.parameters().properties().keySet();
        BRACES.matcher(tool.does().question())
                .results()
                .map(found -> found.group(1))
                .forEach(name -> {
                    if (!name.isEmpty() && !names.contains(name)) {
                        throw new IllegalArgumentException("The question of the tool '" + tool.name() + "' has {" + name
                                + "}, which is no argument. There are " + names + ".");
                    }
                });
    }

    static String of(String text, ToolCall call) {
        return BRACES.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, call)));
    }

    private static String value(MatchResult found, ToolCall call) {
        String name = found.group(1);
        return shown(name.isEmpty() ? call.arguments() : call.arguments().get(name), LONGEST_ASKED);
    }

    /** A value in words for a model. */
    static String shown(@Nullable Object value) {
        return shown(value, LONGEST_TOLD);
    }

    /** A value as JSON. A text stands in quotes, so that it cannot pass for words of the question. */
    private static String shown(@Nullable Object value, int longest) {
        String visible = INVISIBLE
                .matcher(PlainJson.write(value))
                .replaceAll(found ->
                        found.group().chars().mapToObj("\\\\u%04x"::formatted).collect(joining()));
        return ResultText.cut(visible, longest);
    }
}
