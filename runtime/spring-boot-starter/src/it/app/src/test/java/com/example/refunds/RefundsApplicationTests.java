package com.example.refunds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/**
 * The application starts with what Spring Boot manages, and its worker executes a run that two requests lead to its
 * end.
 */
@SpringBootTest
@AutoConfigureMockMvc
class RefundsApplicationTests {
    @Autowired
    MockMvcTester web;

    @Autowired
    RefundGraph.Runs refunds;

    @Test
    void a_refund_is_asked_for_answered_and_paid() {
        assertThat(web.post().uri("/refunds/order-1?cents=500")).hasStatusOk();
        RefundGraph.Outcome.Ask asked = (RefundGraph.Outcome.Ask) refunds.await("order-1");
        assertThat(web.get().uri("/refunds/order-1"))
                .bodyText()
                .contains("Refund 500 cents of order-1?", asked.ticket().id());

        assertThat(web.post().uri("/answers/" + asked.ticket().id()).content("{\"@type\": \"Perhaps\"}"))
                .hasStatus(422)
                .bodyText()
                .contains("\"code\":\"INVALID_ANSWER\"");
        assertThat(web.post().uri("/answers/" + asked.ticket().id()).content("{\"@type\": \"Approved\"}"))
                .hasStatusOk();

        assertThat(refunds.await("order-1"))
                .isInstanceOfSatisfying(
                        RefundGraph.Outcome.Completed.class,
                        completed -> assertThat(completed.result().end).startsWith("receipt of "));
        assertThat(web.post()
                        .uri("/answers/" + asked.ticket().id())
                        .content("{\"@type\": \"Rejected\", \"why\": \"no\"}"))
                .hasStatus(409);
    }
}
