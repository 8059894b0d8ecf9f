package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.samples.refund.payment.Payment;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receipts as files. */
final class ReceiptFolderTest {
    @TempDir
    private Path folder;

    @Test
    void a_payment_has_one_receipt_with_the_first_approver() throws IOException {
        Payment payment = new Payment("P-1", "north", "N-1", new Money(89_00, "EUR"));

        new ReceiptFolder(folder).write(payment, "rosa");
        new ReceiptFolder(folder).write(payment, "sam");

        assertThat(folder).isDirectoryContaining("glob:**/P-1.txt");
        assertThat(folder.toFile().list()).hasSize(1);
        assertThat(folder.resolve("P-1.txt")).content().contains("N-1", "89.00 EUR", "rosa");
    }
}
