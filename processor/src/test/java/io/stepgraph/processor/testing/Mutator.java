package io.stepgraph.processor.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/** Damages sources as people and merges do: words, strings and lines are lost, doubled, swapped, taken for others. */
public final class Mutator {

    private static final Pattern WORD = Pattern.compile("\"[^\"\n]*\"|[A-Za-z_$][A-Za-z0-9_$]*|\\d+(\\.\\d+)?");
    private static final Pattern STRING = Pattern.compile("\"[^\"\n]*\"|\\bEND\\b(?=[,})])");
    private static final Pattern METHOD =
            Pattern.compile("(?m)^ {4,8}@(?:Step|Interrupt)\\b(?s:.*?)^(?: {4,8}\\}|.*\\{\\})$");

    /** Words that sources need not have already, and that mean something to the processor or the compiler. */
    private static final List<String> OTHERS = List.of(
            "private",
            "static",
            "abstract",
            "final",
            "sealed",
            "non",
            "void",
            "int",
            "int[]",
            "Object",
            "String",
            "List<String>",
            "Map",
            "T",
            "Missing",
            "Missing<String>",
            "Essay",
            "Question",
            "Approved",
            "StepFailure",
            "Expired",
            "StepContext<?>",
            "StepContext<String>",
            "StepContext",
            "DraftNext",
            "AgentGraph.DraftNext",
            "AgentGraph",
            "END",
            "draft",
            "end",
            "with",
            "notify",
            "run",
            "completed",
            "\"\"",
            "\"draft\"",
            "\"approve\"",
            "\"<end>\"",
            "\"<error>\"",
            "\"no such\"",
            "\"30s\"",
            "\"5 parsecs\"",
            "\"P1Y\"",
            "null",
            "1",
            "0",
            "2147483647",
            "0.5",
            "{}",
            "@Step(next = END)",
            "@Step",
            "@Interrupt",
            "@Retry(attempts = 2)",
            "@StepGraph(start = \"draft\")",
            "@MaxVisits(times = 1, then = \"draft\")",
            "@GatedBy(\"approve\")",
            "class",
            "enum",
            "interface",
            "record");

    private final Random random;

    public Mutator(long seed) {
        this.random = new Random(seed);
    }

    /** The source with one change or two. */
    public String mutate(String source) {
        String mutant = source;
        for (int changes = random.nextInt(3) == 0 ? 2 : 1; changes > 0; changes--) {
            mutant = change(mutant);
        }
        return mutant;
    }

    private String change(String source) {
        return switch (random.nextInt(16)) {
            case 0 -> changeLine(source, List.of());
            case 1 -> changeLine(source, List.of(0, 0));
            case 2, 3 -> changeMethod(source);
            case 4 -> insertBeforeWord(source);
            case 5 -> replaceWord(source, word -> OTHERS.get(random.nextInt(OTHERS.size())));
            case 6, 7, 8, 9 -> changeString(source);
            default -> replaceWord(source, word -> alike(word, source));
        };
    }

    /** Another word that stands for the same kind of thing, so that the parser is not the first to see the change. */
    private String alike(String word, String source) {
        List<String> candidates = new ArrayList<>(OTHERS);
        find(WORD, source).forEach(at -> candidates.add(source.substring(at[0], at[1])));
        candidates.removeIf(candidate -> kind(candidate) != kind(word));
        return candidates.isEmpty() ? word : candidates.get(random.nextInt(candidates.size()));
    }

    private static int kind(String word) {
        char first = word.charAt(0);
        boolean upper = Character.isUpperCase(first);
        return SourceVersion.isKeyword(word) ? 0 : Character.isDigit(first) ? 1 : upper ? 2 : first == '"' ? 3 : 4;
    }

    /** Doubles a line, or drops it. */
    private String changeLine(String source, List<Integer> copies) {
        List<String> lines = new ArrayList<>(source.lines().toList());
        int at = random.nextInt(lines.size());
        String line = lines.remove(at);
        copies.forEach(copy -> lines.add(at, line));
        return String.join("\n", lines) + "\n";
    }

    /** Drops a method, doubles it, or moves it to the end. */
    private String changeMethod(String source) {
        List<int[]> methods = find(METHOD, source);
        if (methods.isEmpty()) {
            return source;
        }
        int[] method = methods.get(random.nextInt(methods.size()));
        String text = source.substring(method[0], method[1]);
        String without = source.substring(0, method[0]) + source.substring(method[1]);
        return switch (random.nextInt(3)) {
            case 0 -> without;
            case 1 -> source.substring(0, method[1]) + "\n\n" + text + source.substring(method[1]);
            default -> insert(without, Math.max(0, without.indexOf('}') + 1), "\n\n" + text);
        };
    }

    /** Takes one string for another, or spells it wrong. */
    private String changeString(String source) {
        List<int[]> strings = find(STRING, source);
        if (strings.isEmpty()) {
            return source;
        }
        int[] string = strings.get(random.nextInt(strings.size()));
        int[] other = strings.get(random.nextInt(strings.size()));
        String by = random.nextInt(3) == 0
                ? source.substring(string[0], string[1] - 1) + "x\""
                : source.substring(other[0], other[1]);
        return source.substring(0, string[0]) + by + source.substring(string[1]);
    }

    private String replaceWord(String source, UnaryOperator<String> replacement) {
        int header = Math.max(0, source.indexOf("@StepGraph"));
        List<int[]> words = find(WORD, source);
        words.removeIf(word -> word[0] < header);
        int[] word = words.get(random.nextInt(words.size()));
        boolean everywhere = random.nextInt(4) == 0;
        String old = source.substring(word[0], word[1]);
        String by = replacement.apply(old);
        return everywhere ? source.replace(old, by) : source.substring(0, word[0]) + by + source.substring(word[1]);
    }

    private String insertBeforeWord(String source) {
        List<int[]> words = find(WORD, source);
        return insert(
                source, words.get(random.nextInt(words.size()))[0], OTHERS.get(random.nextInt(OTHERS.size())) + " ");
    }

    private static String insert(String source, int at, String text) {
        return source.substring(0, at) + text + source.substring(at);
    }

    private static List<int[]> find(Pattern pattern, String source) {
        List<int[]> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(source);
        while (matcher.find()) {
            found.add(new int[] {matcher.start(), matcher.end()});
        }
        return found;
    }
}
