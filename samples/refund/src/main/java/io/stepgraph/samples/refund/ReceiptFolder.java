package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.payment.Payment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Receipts as files, one for each payment; the first one stays, with the name of the person who has approved the
 * payment. A kill leaves a whole file or none.
 *
 * @param folder the folder, which exists
 */
public record ReceiptFolder(Path folder) implements Receipts {

    @Override
    public void write(Payment payment, String approvedBy) throws IOException {
        Path receipt = folder.resolve(payment.id() + ".txt");
        if (Files.exists(receipt)) {
            return;
        }
        String text = """
                Receipt %s
                Order: %s
                Paid back: %s
                Approved by: %s
                """.formatted(payment.id(), payment.order(), payment.amount(), approvedBy);
        Path unfinished = Files.createTempFile(folder, payment.id(), ".part");
        Files.writeString(unfinished, text);
        Files.move(unfinished, receipt, StandardCopyOption.ATOMIC_MOVE);
    }
}
