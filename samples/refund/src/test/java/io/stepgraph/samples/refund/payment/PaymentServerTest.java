package io.stepgraph.samples.refund.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.TransientException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The payment server by its client. */
final class PaymentServerTest {
    private static final PaymentOrder ORDER = new PaymentOrder("north", "N-1", new Money(12_50, "EUR"));

    @TempDir
    private Path folder;

    private PaymentServer server;
    private HttpPayments payments;
    private PaymentControl control;

    @BeforeEach
    void start() throws Exception {
        server = PaymentServer.start(folder.resolve("payments.sqlite"), 0);
        payments = new HttpPayments(URI.create(server.address()), "test");
        control = new PaymentControl(URI.create(server.address()));
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void a_key_pays_once_also_after_a_restart() throws Exception {
        Payment first = payments.post(ORDER, "key");
        assertThat(payments.post(ORDER, "key")).isEqualTo(first);
        stop();
        start();

        assertThat(payments.post(ORDER, "key")).isEqualTo(first);
        assertThat(control.payments()).containsExactly(first);
    }

    @Test
    void another_key_pays_again() throws Exception {
        payments.post(ORDER, "one");
        payments.post(ORDER, "two");

        assertThat(control.payments()).hasSize(2);
    }

    @Test
    void a_key_serves_one_payment_only() throws Exception {
        Payment first = payments.post(ORDER, "key");
        PaymentOrder more = new PaymentOrder("north", "N-1", new Money(99_00, "EUR"));

        assertThatThrownBy(() -> payments.post(more, "key")).isInstanceOf(InvalidPaymentException.class);
        assertThat(control.payments()).containsExactly(first);
    }

    @Test
    void a_busy_server_says_when_to_come_back() throws Exception {
        control.order(new Trouble("N-1", Trouble.Kind.BUSY, 1));

        assertThatThrownBy(() -> payments.post(ORDER, "key"))
                .isInstanceOfSatisfying(
                        TransientException.class,
                        busy -> assertThat(busy.retryAfter()).isEqualTo(Duration.ofSeconds(1)));
        assertThat(payments.post(ORDER, "key").order()).isEqualTo("N-1");
    }

    @Test
    void a_denial_says_why_and_pays_nothing() throws Exception {
        control.order(new Trouble("N-1", Trouble.Kind.DENIED, 1));

        assertThatThrownBy(() -> payments.post(ORDER, "key"))
                .isInstanceOf(PaymentDeniedException.class)
                .hasMessage("The account of the customer is closed.");
        assertThat(control.payments()).isEmpty();
    }

    @Test
    void nothing_is_no_amount() {
        PaymentOrder nothing = new PaymentOrder("north", "N-1", new Money(0, "EUR"));

        assertThatThrownBy(() -> payments.post(nothing, "key")).isInstanceOf(InvalidPaymentException.class);
    }

    @Test
    void a_server_that_is_away_may_come_back() throws Exception {
        stop();

        assertThatThrownBy(() -> payments.post(ORDER, "key")).isInstanceOf(TransientException.class);
    }
}
