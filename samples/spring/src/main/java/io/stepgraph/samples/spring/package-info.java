/** Expense claims as a Spring Boot application: start with {@link io.stepgraph.samples.spring.ExpenseAgent}. */
package io.stepgraph.samples.spring;
