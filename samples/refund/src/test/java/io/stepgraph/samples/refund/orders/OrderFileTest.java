package io.stepgraph.samples.refund.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The orders of the demo. */
final class OrderFileTest {

    @Test
    void an_order_is_found_by_its_shop_its_customer_and_its_number() throws IOException {
        Orders orders = OrderFile.read(Path.of("orders.json"));

        assertThat(orders.find("north", "ann", "N-1001"))
                .hasValueSatisfying(order -> assertThat(order.item()).isEqualTo("a tent for two"));
        assertThat(orders.find("north", "bob", "N-1001")).isEmpty();
        assertThat(orders.find("south", "ann", "N-1001")).isEmpty();
        assertThat(orders.find("north", "ann", "N-9999")).isEmpty();
    }
}
