package io.stepgraph.langchain4j;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The delay that a provider asks for before the next attempt (K12). */
final class RetryDelay {
    private static final String NUMBER = "\\d{1,9}(?:\\.\\d{1,9})?";
    private static final Pattern AMOUNT = Pattern.compile("(" + NUMBER + ")\\s*(ms|milli|[smhd])[a-z]*\\s*");
    private static final Pattern DELAY = Pattern.compile(
            "(?:(?:again|retry(?: your requests?)?) (?:in|after) |please wait (?:for )?|\"retrydelay\"\\s*:\\s*\")"
                    + "((?:" + AMOUNT + "){1,5})");
    private static final Map<String, Long> MILLIS =
            Map.of("s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    private RetryDelay() {}

    /** Finds the delay in words: "Please try again in 1m30.5s", "Retry after 20 seconds", {@code "retryDelay": "17s"}. */
    static @Nullable Duration inWords(String words) {
        Matcher delay = DELAY.matcher(words.toLowerCase(Locale.ROOT));
        if (!delay.find()) {
            return null;
        }
        return AMOUNT.matcher(delay.group(1))
                .results()
                .map(amount -> delay(amount.group(1), MILLIS.getOrDefault(amount.group(2), 1L)))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Finds the delay in headers: {@code Retry-After} in seconds or as a date, or OpenAI's {@code retry-after-ms}. */
    static @Nullable Duration inHeaders(HttpHeaders headers) {
        String millis = headers.firstValue("retry-after-ms").orElse("");
        String after = headers.firstValue("retry-after").orElse("");
        if (millis.matches(NUMBER)) {
            return delay(millis, 1);
        }
        if (after.matches(NUMBER)) {
            return delay(after, 1_000);
        }
        Instant end = date(after);
        // The clock of the server, which has set both dates.
        Instant now =
                Objects.requireNonNullElseGet(date(headers.firstValue("date").orElse("")), Instant::now);
        return end == null ? null : Duration.between(now, end.isAfter(now) ? end : now);
    }

    private static @Nullable Instant date(String text) {
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
        } catch (DateTimeException noDate) {
            return null;
        }
    }

    private static Duration delay(String number, long unit) {
        BigDecimal millis = new BigDecimal(number).multiply(BigDecimal.valueOf(unit));
        return Duration.ofMillis(millis.setScale(0, RoundingMode.CEILING).longValueExact());
    }
}
