package report;

/** The state of a researcher. */
public record Topic(String title) {}
