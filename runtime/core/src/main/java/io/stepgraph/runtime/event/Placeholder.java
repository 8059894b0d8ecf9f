package io.stepgraph.runtime.event;

/** Keeps the exported package from being empty until its first type is here. */
public interface Placeholder {}
