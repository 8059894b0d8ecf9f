package io.stepgraph.jdbc;

/** Keeps the exported package from being empty until its first type is here. */
public interface Placeholder {}
