/** The agent of the page, with roles and an expiry, as a copy of it would stand in a program. */
@NullMarked
package io.stepgraph.langchain4j.support;

import org.jspecify.annotations.NullMarked;
