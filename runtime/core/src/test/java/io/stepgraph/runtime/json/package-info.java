/** What the codec promises, rule by rule (R3, R5, R12, I4, S1, S6). */
@NullMarked
package io.stepgraph.runtime.json;

import org.jspecify.annotations.NullMarked;
