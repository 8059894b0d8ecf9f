package io.stepgraph.processor.model;

/**
 * One of our annotations where it means nothing.
 *
 * @param annotation its simple name
 * @param method the method it stands on
 */
public record Stray(String annotation, String method, Place place) {}
