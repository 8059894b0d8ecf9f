package io.stepgraph.processor.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/** Damages sources as people and merges do: words and lines are lost, doubled, taken for others. */
public final class Mutator {

    private static final Pattern WORD = Pattern.compile("\"[^\"\n]*\"|[A-Za-z_$][A-Za-z0-9_$]*|\\d+(\\.\\d+)?");

    /** Words that sources need not have already, and that mean something to the processor or the compiler. */
    private static final List<String> OTHERS = List.of("""
            private|static|abstract|final|sealed|non|void|int|int[]|Object|String|List<String>|Map|T|Missing|\
            Missing<String>|Essay|Question|Approved|StepFailure|Expired|StepContext<?>|StepContext<String>|StepContext|\
            DraftNext|AgentGraph.DraftNext|AgentGraph|END|draft|end|fail|with|notify|run|completed|""|"draft"|"approve"|\
            "<end>"|"<fail>"|FAIL|@Step(next = io.stepgraph.StepGraph.FAIL)|\
            "<error>"|"no such"|"30s"|"5 parsecs"|"P1Y"|null|1|0|2147483647|0.5|{}|@Step(next = END)|@Step|\
            @Interrupt|@Retry(attempts = 2)|@StepGraph(start = "draft")|@MaxVisits(times = 1, then = "draft")|\
            @GatedBy("approve")|@io.stepgraph.AnsweredBy(role = "approve", notStarter = true)|\
            @io.stepgraph.AnsweredBy(otherThan = "approve")|@io.stepgraph.AnsweredBy(starter = true)|\
            class|enum|interface|record""".split("\\|"));

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
        return switch (random.nextInt(8)) {
            case 0 -> changeLine(source, List.of());
            case 1 -> changeLine(source, List.of(0, 0));
            case 2 -> replaceWord(source, word -> OTHERS.get(random.nextInt(OTHERS.size())) + " " + word);
            case 3 -> replaceWord(source, word -> OTHERS.get(random.nextInt(OTHERS.size())));
            default -> replaceWord(source, word -> alike(word, source));
        };
    }

    /** Another word that stands for the same kind of thing, so that the parser is not the first to see the change. */
    private String alike(String word, String source) {
        List<String> candidates = new ArrayList<>(OTHERS);
        WORD.matcher(source).results().map(MatchResult::group).forEach(candidates::add);
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

    private String replaceWord(String source, UnaryOperator<String> replacement) {
        int header = Math.max(0, source.indexOf("@StepGraph"));
        List<MatchResult> words = WORD.matcher(source)
                .results()
                .filter(word -> word.start() >= header)
                .toList();
        MatchResult word = words.get(random.nextInt(words.size()));
        String by = replacement.apply(word.group());
        return random.nextInt(4) == 0
                ? source.replace(word.group(), by)
                : source.substring(0, word.start()) + by + source.substring(word.end());
    }
}
