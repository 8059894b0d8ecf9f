package com.example.refunds;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class RefundsApplication {
    public static void main(String[] args) {
        SpringApplication.run(RefundsApplication.class, args);
    }
}
