package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One weakness of a draft, as one line of text that can be read back. Sentences are counted from 1. */
sealed interface Finding {

    /** Nothing excuses a draft that is too long: more than all that cutting it could spoil. */
    int GRAVEST = 10_000;

    /** How bad it is, in the unit of a word too many. */
    int weight();

    /** The line that tells a reader of it. */
    String text();

    /** Parses a line; empty if it was not written by {@link #text()}. */
    static Optional<Finding> parse(String line) {
        return TooLong.parse(line)
                .or(() -> Uncovered.parse(line))
                .or(() -> LongSentence.parse(line))
                .or(() -> Repeats.parse(line))
                .or(() -> Overused.parse(line))
                .or(() -> Hedged.parse(line));
    }

    /** The draft as a whole has too many words. */
    record TooLong(int words) implements Finding {
        private static final Pattern LINE = Pattern.compile("The draft has (\\d{1,6}) words.*");

        @Override
        public int weight() {
            return GRAVEST + words - Critic.MOST_WORDS;
        }

        @Override
        public String text() {
            return "The draft has " + words + " words: cut it to at most " + Critic.MOST_WORDS + ".";
        }

        private static Optional<Finding> parse(String line) {
            return match(LINE, line).map(parts -> new TooLong(Integer.parseInt(parts.group(1))));
        }
    }

    /** Key terms of the text that the draft does not mention. */
    record Uncovered(List<String> words) implements Finding {
        private static final Pattern LINE = Pattern.compile("The draft says nothing of (\".*\").*");

        @Override
        public int weight() {
            return 4 * words.size();
        }

        @Override
        public String text() {
            String them =
                    words.size() == 1 ? "a key term of the text: cover it." : "key terms of the text: cover them.";
            return "The draft says nothing of " + quoted(words) + ", " + them;
        }

        private static Optional<Finding> parse(String line) {
            return match(LINE, line).map(parts -> new Uncovered(unquoted(parts.group(1))));
        }
    }

    /** A sentence of too many words. */
    record LongSentence(int sentence, String start, int words) implements Finding {
        private static final Pattern LINE =
                Pattern.compile("Sentence (\\d{1,6}) \\(\"(.*)\"\\) has (\\d{1,6}) words.*");

        @Override
        public int weight() {
            return words - Critic.MOST_WORDS_IN_SENTENCE;
        }

        @Override
        public String text() {
            return "Sentence " + sentence + " (\"" + start + "\") has " + words
                    + " words: split or shorten it to at most " + Critic.MOST_WORDS_IN_SENTENCE + ".";
        }

        private static Optional<Finding> parse(String line) {
            return match(LINE, line)
                    .map(parts -> new LongSentence(
                            Integer.parseInt(parts.group(1)), parts.group(2), Integer.parseInt(parts.group(3))));
        }
    }

    /** A sentence that says again what an earlier one said. */
    record Repeats(int sentence, int earlier, List<String> shared) implements Finding {
        private static final Pattern LINE =
                Pattern.compile("Sentence (\\d{1,6}) repeats sentence (\\d{1,6}) \\((\".*\")\\).*");

        @Override
        public int weight() {
            return 6;
        }

        @Override
        public String text() {
            return "Sentence " + sentence + " repeats sentence " + earlier + " (" + quoted(shared)
                    + "): drop one of the two.";
        }

        private static Optional<Finding> parse(String line) {
            return match(LINE, line)
                    .map(parts -> new Repeats(
                            Integer.parseInt(parts.group(1)),
                            Integer.parseInt(parts.group(2)),
                            unquoted(parts.group(3))));
        }
    }

    /** A word or phrase that the draft uses far more often than the text does. */
    record Overused(String words, int times, int allowed) implements Finding {
        private static final Pattern LINE =
                Pattern.compile("\"(.*)\" occurs (\\d{1,6}) times, where (\\d{1,6}) would do.*");

        @Override
        public int weight() {
            return 2 * (times - allowed);
        }

        @Override
        public String text() {
            return "\"" + words + "\" occurs " + times + " times, where " + allowed
                    + " would do: drop a sentence with it.";
        }

        private static Optional<Finding> parse(String line) {
            return match(LINE, line)
                    .map(parts -> new Overused(
                            parts.group(1), Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3))));
        }
    }

    /** A word or phrase that says nothing; see {@link Hedges}. */
    record Hedged(int sentence, String hedge) implements Finding {
        private static final Pattern LINE = Pattern.compile("Sentence (\\d{1,6}) hedges with \"(.*)\".*");

        @Override
        public int weight() {
            return 2;
        }

        @Override
        public String text() {
            return "Sentence " + sentence + " hedges with \"" + hedge + "\": cut it.";
        }

        private static Optional<Finding> parse(String line) {
            return match(LINE, line).map(parts -> new Hedged(Integer.parseInt(parts.group(1)), parts.group(2)));
        }
    }

    private static Optional<Matcher> match(Pattern pattern, String line) {
        return Optional.of(pattern.matcher(line)).filter(Matcher::matches);
    }

    private static String quoted(List<String> words) {
        return words.stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(", "));
    }

    private static List<String> unquoted(String list) {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("\"([^\"]+)\"").matcher(list);
        while (word.find()) {
            words.add(word.group(1));
        }
        return words;
    }
}
