package io.stepgraph.samples.review;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The named parts of a prompt. Each stands between an opening and a closing tag on lines of their own:
 *
 * <pre>{@code
 * <source>
 * the text, word for word
 * </source>
 * }</pre>
 *
 * A text may hold such tags itself, by chance or in order to escape. So the tags are numbered ({@code <source-2>})
 * until none of them occurs in any part: what was written with {@link #toString()} is always read back by
 * {@link #parse(String)} exactly as it was. Immutable.
 */
public final class Sections {

    private static final Pattern OPENING_LINE = Pattern.compile("(?md)^<([a-z]+)(-\\d+)?>$");
    private static final Pattern ANY_TAG = Pattern.compile("</?[a-z]+(-\\d+)?>");

    private final Map<String, String> bodies;
    private final String suffix;

    private Sections(Map<String, String> bodies) {
        this.bodies = Collections.unmodifiableMap(bodies);
        this.suffix = unusedSuffix(bodies);
    }

    /** One part. A name consists of the letters a to z. */
    public static Sections of(String name, String body) {
        return new Sections(new LinkedHashMap<>()).and(name, body);
    }

    /** These parts and one more. */
    public Sections and(String name, String body) {
        Map<String, String> more = new LinkedHashMap<>(bodies);
        more.put(name, body);
        return new Sections(more);
    }

    /** The names of the parts, in order. */
    public Set<String> names() {
        return bodies.keySet();
    }

    /** The text of the part with this name, or null if there is none. */
    public @Nullable String body(String name) {
        return bodies.get(name);
    }

    /** The opening tag of a part as it is written here, for an instruction that wants to point at it. */
    public String tag(String name) {
        return "<" + name + suffix + ">";
    }

    /** Reads the parts that a prompt holds, wherever they begin; none if it holds none. */
    public static Sections parse(String prompt) {
        Map<String, String> bodies = new LinkedHashMap<>();
        Matcher opening = OPENING_LINE.matcher(prompt);
        int from = 0;
        while (from <= prompt.length() && opening.find(from)) {
            String closing = "\n</" + opening.group().substring(1);
            int end = prompt.indexOf(closing, opening.end() + 1);
            if (end < 0) {
                break;
            }
            bodies.putIfAbsent(opening.group(1), prompt.substring(opening.end() + 1, end));
            from = end + closing.length();
        }
        return new Sections(bodies);
    }

    /** The parts between their tags, as written in a prompt. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        bodies.forEach((name, body) -> text.append(text.isEmpty() ? "" : "\n\n")
                .append(tag(name))
                .append('\n')
                .append(body)
                .append("\n</")
                .append(tag(name).substring(1)));
        return text.toString();
    }

    private static String unusedSuffix(Map<String, String> bodies) {
        Set<String> taken = new HashSet<>();
        for (String body : bodies.values()) {
            Matcher tag = ANY_TAG.matcher(body);
            while (tag.find()) {
                taken.add(tag.group(1) == null ? "" : tag.group(1));
            }
        }
        String suffix = "";
        for (int number = 2; taken.contains(suffix); number++) {
            suffix = "-" + number;
        }
        return suffix;
    }
}
