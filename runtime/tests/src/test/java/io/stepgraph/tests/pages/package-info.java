/** The pages of the project: their links, their code and their versions. */
@NullMarked
package io.stepgraph.tests.pages;

import org.jspecify.annotations.NullMarked;
