package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Place;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses durations such as {@code 200ms}, {@code 30s}, {@code 5m}, {@code 24h}, {@code 7d} or ISO-8601. */
final class Durations {

    private static final Pattern SHORT = Pattern.compile("(-?\\d{1,18}) *(ms|s|m|h|d)");

    private Durations() {}

    static @Nullable Length length(@Nullable Name written) {
        return written == null || written.isUnreadable()
                ? null
                : length(written.text().strip(), written.place());
    }

    static Length length(String text, Place place) {
        return new Length(text, parse(text), place);
    }

    private static @Nullable Duration parse(String text) {
        try {
            Matcher matcher = SHORT.matcher(text);
            Duration duration =
                    matcher.matches() ? of(Long.parseLong(matcher.group(1)), matcher.group(2)) : Duration.parse(text);
            return Duration.ofMillis(duration.toMillis()); // throws if a long cannot hold it
        } catch (DateTimeParseException | ArithmeticException e) {
            return null;
        }
    }

    private static Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
