package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Is called by a {@link ReportAgent} that pays a verified person only. Its start has a state and an input. */
@StepGraph(start = "look", name = "engine-identity")
record IdentityAgent() {

    /** The state. */
    static final class Person {
        public String name = "";
        public String papers = "";

        static Person of(String name) {
            Person person = new Person();
            person.name = name;
            return person;
        }
    }

    record Papers(String number) {}

    record Seen(boolean isGenuine) {}

    sealed interface Identity permits Verified, Unverified {}

    record Verified(String name) implements Identity {}

    record Unverified(String why) implements Identity {}

    @Step(next = "check")
    void look(Person person, Papers papers) {
        person.papers = papers.number();
    }

    @Interrupt(answer = Seen.class, next = "judge")
    String check(Person person) {
        return "Are papers " + person.papers + " those of " + person.name + "?";
    }

    @Step(next = END)
    Identity judge(Person person, Seen seen) {
        return seen.isGenuine() ? new Verified(person.name) : new Unverified("The papers are false.");
    }
}
