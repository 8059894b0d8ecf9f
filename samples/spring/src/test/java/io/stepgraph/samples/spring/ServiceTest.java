package io.stepgraph.samples.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpHeaders;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The service with its server and a Postgres, which the tests share. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "expenses.check-takes=0s")
@AutoConfigureRestTestClient
abstract class ServiceTest {
    static final String DATABASE = database();

    @Autowired
    RestTestClient http;

    @LocalServerPort
    int port;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", () -> DATABASE);
    }

    private static String database() {
        try {
            return EmbeddedPostgres.start().getJdbcUrl("postgres", "postgres"); // until this JVM ends
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Requests of somebody, with a CSRF token. */
    RestTestClient as(String name) {
        return http.mutate()
                .defaultHeaders(headers -> {
                    headers.setBasicAuth(name, name);
                    headers.add(HttpHeaders.COOKIE, "XSRF-TOKEN=1");
                    headers.add("X-XSRF-TOKEN", "1");
                })
                .build();
    }
}
