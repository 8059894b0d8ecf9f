package io.stepgraph.samples.refund.payment;

import java.util.Locale;

/**
 * An amount of money.
 *
 * @param cents the amount, in hundredths of the currency
 * @param currency the currency, such as {@code EUR}
 */
public record Money(long cents, String currency) {

    /** This amount less another one of the same currency. */
    public Money minus(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(other + " cannot be taken from " + this + ": the currencies differ.");
        }
        return new Money(Math.subtractExact(cents, other.cents), currency);
    }

    /** As people write it, such as {@code 89.00 EUR}. */
    @Override
    public String toString() {
        String sign = cents < 0 ? "-" : "";
        return String.format(Locale.ROOT, "%s%d.%02d %s", sign, Math.abs(cents / 100), Math.abs(cents % 100), currency);
    }
}
