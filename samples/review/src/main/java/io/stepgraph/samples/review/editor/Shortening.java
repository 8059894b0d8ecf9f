package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Ways to make a long English sentence shorter without a grammar: it is split between main clauses, or loses an
 * aside. Each way is taken only where its signs are clear, so a sentence may have none.
 */
final class Shortening {

    private static final int SHORTEST_PART = 4;

    /** Semicolons, and commas or dashes before a conjunction. */
    private static final Pattern JOINT =
            Pattern.compile("(;|,|\\s[\u2013\u2014]|\u2014)\\s*(?:(and|but|so|yet)\\s+)?(?=\\S)");

    private static final Pattern TRAILING_ASIDE = Pattern.compile(", (?:which|who|whose|where|including|such"
            + " as|(?!during|nothing|something|everything|anything|according|evening|morning|spring|string)\\p{Ll}{3,}ing)"
            + " [^,;:()\u2014]*([.!?])$");
    private static final Pattern INNER_ASIDE = Pattern.compile(", (?:which|who|whose|where) [^,;:()\u2014]*,"
            + " (?=(?:is|are|was|were|has|had|have|can|could|would|will|did|does"
            + "|made|gave|took|kept|became|stood|held|fell|rose|burned|\\p{Ll}{3,}ed)\\b)");
    private static final Pattern BRACKET = Pattern.compile("\\s*\\([^()]*\\)");
    private static final Pattern DASHES =
            Pattern.compile("(?:\\s[\u2013\u2014]|\u2014)[^\u2013\u2014;]*(?:[\u2013\u2014]\\s|\u2014)");

    private static final Set<String> PRONOUNS = words("it they he she we i");
    private static final Set<String> DETERMINERS = words(
            "there this these those nobody everyone nothing everything the a an each every no one its their his her"
                    + " our my some many most few all both another two three several");
    private static final Set<String> FINITE = words(
            "is are was were has had have can could would will may might must should did does do made gave took kept"
                    + " came went fell rose grew held stood began became cost put let set ran led left lost won found"
                    + " brought threw drew knew saw wrote spent sent meant felt built burnt lay met paid said sold told"
                    + " thought needed used remains became shone swung wound");
    private static final Set<String> SUBORDINATORS = words(
            "when if although because while since as after before until unless once though where that which who whose "
                    + "whether than");

    private Shortening() {}

    /** The ways to shorten a sentence, the one that loses least first. Each result is one or two sentences. */
    static List<String> ways(String sentence) {
        List<String> ways = new ArrayList<>();
        addSplits(sentence, ways);
        addWithout(BRACKET, "", sentence, ways);
        addWithout(DASHES, " ", sentence, ways);
        addWithout(INNER_ASIDE, " ", sentence, ways);
        addWithout(TRAILING_ASIDE, "$1", sentence, ways);
        return ways;
    }

    private static void addSplits(String sentence, List<String> ways) {
        boolean oneSemicolon = sentence.indexOf(';') == sentence.lastIndexOf(';');
        Matcher joint = JOINT.matcher(sentence);
        while (joint.find()) {
            String left = sentence.substring(0, joint.start()).strip();
            String right = sentence.substring(joint.end());
            @Nullable String conjunction = joint.group(2);
            boolean clear = switch (joint.group(1)) {
                case ";" -> oneSemicolon ? hasSubject(right) : hasVerb(left) && isClause(right);
                case "," -> conjunction != null && isMainClause(left, right) && isClause(right);
                default -> isMainClause(left, right) && isClause(right);
            };
            boolean longEnough = Math.min(Words.count(left), Words.count(right)) >= SHORTEST_PART;
            if (clear && longEnough && Sentence.isPaired(left)) {
                boolean said = conjunction != null && !conjunction.equals("and");
                ways.add(left + ". " + Hedges.capitalised(said ? conjunction + " " + right : right));
            }
        }
    }

    private static void addWithout(Pattern aside, String instead, String sentence, List<String> ways) {
        String rest = aside.matcher(sentence).replaceFirst(instead);
        if (!rest.equals(sentence) && Sentence.isPaired(rest) && Words.count(rest) >= SHORTEST_PART) {
            ways.add(rest);
        }
    }

    /** Whether the text has a subject and a verb of its own, and hangs on no conjunction. */
    private static boolean isMainClause(String left, String right) {
        int lastClause = 0;
        Matcher comma = Pattern.compile(", ").matcher(left);
        while (comma.find()) {
            String next = left.substring(comma.end());
            boolean list = isClause(next) && hasVerb(left.substring(lastClause, comma.start()));
            if (list && !SUBORDINATORS.contains(first(left.substring(lastClause)))) {
                // "The lamp smoked, the glass cracked, and ...": without its end this is not a sentence.
                return false;
            }
            lastClause = comma.end();
        }
        boolean subordinate = SUBORDINATORS.contains(first(left)) && lastClause == 0;
        return !subordinate && (hasVerb(left) || PRONOUNS.contains(first(right)));
    }

    /** Whether the text begins with a subject that is followed by its verb. */
    private static boolean isClause(String right) {
        List<String> words = lower(right);
        if (words.isEmpty()) {
            return false;
        }
        if (PRONOUNS.contains(words.get(0))) {
            return true;
        }
        if (!hasSubject(right)) {
            return false;
        }
        if (words.size() > 1 && words.get(1).equals("who")) {
            // "nobody who has walked there would ...": the second verb is that of the clause.
            return words.stream().filter(FINITE::contains).count() > 1;
        }
        for (int i = 1; i < Math.min(words.size(), 7); i++) {
            if (SUBORDINATORS.contains(words.get(i))) {
                return false;
            }
            if (FINITE.contains(words.get(i)) || (i > 1 && words.get(i).endsWith("ed"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasSubject(String right) {
        return PRONOUNS.contains(first(right))
                || DETERMINERS.contains(first(right))
                || Character.isUpperCase(right.charAt(0));
    }

    private static boolean hasVerb(String text) {
        return lower(text).stream().anyMatch(word -> FINITE.contains(word) || word.endsWith("ed"));
    }

    private static String first(String text) {
        List<String> words = lower(text);
        return words.isEmpty() ? "" : words.get(0);
    }

    private static List<String> lower(String text) {
        return Words.of(text).stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static Set<String> words(String list) {
        return Set.copyOf(List.of(list.split(" ")));
    }
}
