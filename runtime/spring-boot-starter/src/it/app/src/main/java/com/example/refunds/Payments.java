package com.example.refunds;

import org.springframework.stereotype.Component;

/** Stands for the client of a payment server. */
@Component
public class Payments {
    public String refund(int cents, String idempotencyKey) {
        return "receipt of " + idempotencyKey;
    }
}
