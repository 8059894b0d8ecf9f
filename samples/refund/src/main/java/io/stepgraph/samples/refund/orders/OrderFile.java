package io.stepgraph.samples.refund.orders;

import io.stepgraph.samples.refund.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The orders of a file.
 *
 * @param all the orders of all shops
 */
public record OrderFile(List<Order> all) implements Orders {

    /** Copies the list. */
    public OrderFile {
        all = List.copyOf(all);
    }

    /**
     * Reads a file.
     *
     * @param file a JSON array of {@link Order}
     */
    public static OrderFile read(Path file) throws IOException {
        return new OrderFile(Json.readList(file, Order[].class));
    }

    @Override
    public Optional<Order> find(String tenant, String customer, String number) {
        return all.stream()
                .filter(order -> order.tenant().equals(tenant)
                        && order.customer().equals(customer)
                        && order.number().equals(number))
                .findFirst();
    }
}
