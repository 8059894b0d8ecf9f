package io.stepgraph.samples.spring;

import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import java.math.BigDecimal;

/** A claim as an employee hands it in. */
public record NewClaim(
        @NotBlank @Pattern(regexp = Policy.LINE, message = "must be one line of at most 200 characters") String purpose,

        @NotNull @Positive @Digits(integer = 7, fraction = 2) BigDecimal amount) {}
