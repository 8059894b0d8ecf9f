package io.stepgraph.runtime;

/**
 * The input of the step that continues when a question was not answered in time.
 *
 * <pre>{@code
 * @Interrupt(answer = {Approved.class, Rejected.class}, next = {"decide", "shelve", "remind"}, expires = "24h")
 * Question approve(Essay essay) { return new Question("Publish this?", essay.draft); }
 *
 * @Step(next = "confirm")
 * void remind(Essay essay, Expired expired) { essay.reminders++; }
 * }</pre>
 */
public record Expired() {}
