package io.stepgraph.samples.refund.demo;

import io.stepgraph.samples.refund.people.Person;

/**
 * A ticket that the demo has posted.
 *
 * @param id the run
 * @param person who has posted it
 * @param text the words
 */
record PostedTicket(String id, Person person, String text) {}
