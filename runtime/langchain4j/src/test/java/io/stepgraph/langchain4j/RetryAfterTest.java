package io.stepgraph.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The client of HTTP, beside what {@link ProviderTest} sees of it. */
@Tag("K12")
final class RetryAfterTest {

    @Test
    void a_form_is_refused() {
        HttpClient client = RetryAfter.http().build();
        HttpRequest form = HttpRequest.builder()
                .method(HttpMethod.POST)
                .url("http://localhost")
                .addFormDataField("model", "whisper")
                .build();

        assertThatThrownBy(() -> client.execute(form))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("RetryAfter.http() sends no forms. Use it for models of chats.");
    }

    @Test
    void a_server_that_does_not_answer_in_time_is_an_error_that_may_pass() throws IOException {
        try (OpenAiServer silent = new OpenAiServer((number, answer) -> LockSupport.park())) {
            HttpClient client =
                    RetryAfter.http().readTimeout(Duration.ofMillis(50)).build();
            HttpRequest request = HttpRequest.builder()
                    .method(HttpMethod.GET)
                    .url(silent.address())
                    .build();

            assertThatThrownBy(() -> client.execute(request)).hasRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void a_model_does_not_need_the_client() throws Exception {
        List<URL> others = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.contains("langchain4j-http-client")) {
                others.add(Path.of(entry).toUri().toURL());
            }
        }
        try (URLClassLoader without =
                new URLClassLoader(others.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> without.loadClass(HttpClient.class.getName()))
                    .isInstanceOf(ClassNotFoundException.class);
            for (Class<?> type : List.of(ModelErrors.class, Model.class)) {
                Class<?> loaded = Class.forName(type.getName(), true, without);
                assertThat(loaded.getDeclaredMethods()).isNotEmpty();
            }
        }
    }
}
