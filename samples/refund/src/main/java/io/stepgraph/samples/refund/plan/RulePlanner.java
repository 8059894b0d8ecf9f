package io.stepgraph.samples.refund.plan;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands in for a model: finds the number of the order and a few words by rules. */
public final class RulePlanner implements Planner {
    private static final Pattern ORDER = Pattern.compile("\\b[A-Z]-\\d{1,6}\\b");
    private static final Map<Pattern, Reason> WORDS = words();

    private static Map<Pattern, Reason> words() {
        Map<Pattern, Reason> words = new LinkedHashMap<>();
        words.put(Pattern.compile("\\b(broken?|broke|damaged|cracked|torn|defective|leaks?)\\b"), Reason.DAMAGED);
        words.put(
                Pattern.compile("\\b(never (came|arrived)|not (arrived|come|delivered)|still waiting|lost)\\b"),
                Reason.NOT_DELIVERED);
        words.put(Pattern.compile("\\b(wrong|another one|other (size|colour|item))\\b"), Reason.WRONG_ITEM);
        words.put(
                Pattern.compile(
                        "\\b(do not like|don't like|changed my mind|do not want|don't want|too (big|small))\\b"),
                Reason.CHANGED_MIND);
        return words;
    }

    @Override
    public String name() {
        return "rules that stand in for a model (no API key found)";
    }

    @Override
    public Plan plan(String text) {
        Matcher order = ORDER.matcher(text);
        String small = text.toLowerCase(Locale.ROOT);
        Reason reason = WORDS.entrySet().stream()
                .filter(word -> word.getKey().matcher(small).find())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Reason.UNCLEAR);
        return new Plan(order.find() ? order.group() : null, reason);
    }
}
