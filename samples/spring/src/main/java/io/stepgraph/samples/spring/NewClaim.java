package io.stepgraph.samples.spring;

import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;

/** What an employee hands in. */
public record NewClaim(
        @NotBlank @Size(max = 200) String purpose,

        @NotNull @Positive @Digits(integer = 7, fraction = 2) BigDecimal amount) {}
