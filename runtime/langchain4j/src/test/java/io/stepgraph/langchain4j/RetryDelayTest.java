package io.stepgraph.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where providers say how long to wait. */
@Tag("K12")
final class RetryDelayTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            Rate limit reached for gpt-4.1 (TPM): Limit 30000. Please try again in 1.2s. Visit us. | PT1.2S
            Please try again in 350ms. | PT0.35S
            Please try again in 20 milliseconds. | PT0.02S
            Please try again in 1h2m3.5s. | PT1H2M3.5S
            Please try again in 2 days. | PT48H
            Please retry your requests after 1 minute and be patient. | PT1M
            Too many requests, please wait 5 sec before the next. | PT5S
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "17s"} | PT17S
            {"retryDelay":"0s"} | PT0S
            Try again in a while. If that fails, try again in 3 s | PT3S
            '' |
            Please try again later. |
            Limit 20 s |
            Try again in 5 |
            """)
    void the_delay_is_found_in_words(String words, @Nullable Duration delay) {
        assertThat(RetryDelay.inWords(words)).isEqualTo(delay);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Retry-After: 2 | PT2S
            retry-after: 1; retry-after-ms: 350 | PT0.35S
            Date: Fri, 27 Nov 2026 20:37:09 GMT; Retry-After: Fri, 27 Nov 2026 20:38:00 GMT | PT51S
            Retry-After: Fri, 31 Dec 1999 23:59:59 GMT | PT0S
            Retry-After: soon |
            Retry-After: -1 |
            Retry-After: 99999999999999999999 |
            Content-Type: text/plain |
            """)
    void the_delay_is_found_in_headers(String headers, @Nullable Duration delay) {
        Map<String, List<String>> byName = Stream.of(headers.split("; ", -1))
                .map(header -> header.split(": ", 2))
                .collect(Collectors.toMap(header -> header[0], header -> List.of(header[1])));

        assertThat(RetryDelay.inHeaders(HttpHeaders.of(byName, (name, value) -> true)))
                .isEqualTo(delay);
    }
}
