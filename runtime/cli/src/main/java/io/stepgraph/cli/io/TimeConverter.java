package io.stepgraph.cli.io;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a time: an ISO instant, or a duration back from now such as {@code 90s}, {@code 15m}, {@code 2h} or {@code 7d}.
 */
public final class TimeConverter implements ITypeConverter<Instant> {
    private static final Pattern BACK = Pattern.compile("(\\d{1,9})([smhdw])");

    private final Clock clock;

    /** Creates a converter that reads relative times by the clock of this machine. */
    public TimeConverter() {
        this(Clock.systemUTC());
    }

    TimeConverter(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Instant convert(String text) {
        Duration back = back(text);
        if (back != null) {
            Instant time = clock.instant().minus(back);
            // No run is older, and not every database has earlier times.
            return time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException malformed) {
            throw new TypeConversionException("'" + text
                    + "' is neither a time such as 2025-01-31T08:00:00Z nor a duration back from now such as 2h or 7d");
        }
    }

    private static @Nullable Duration back(String text) {
        Matcher matcher = BACK.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> Duration.ofDays(7 * amount);
        };
    }
}
