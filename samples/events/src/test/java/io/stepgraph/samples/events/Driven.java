package io.stepgraph.samples.events;

import java.util.List;

/** A machine under test. */
interface Driven {

    /** Tools whose name begins with {@code edit} change something. */
    ToolCatalog TOOLS = toolName -> toolName.startsWith("edit");

    Action handle(Event event);

    Session session();

    static Driven generated(int maxCalls) {
        EventMachine machine = EventMachine.start(new CodingAgent(TOOLS, maxCalls));
        return new Driven() {
            @Override
            public Action handle(Event event) {
                return machine.handle(event);
            }

            @Override
            public Session session() {
                return machine.session();
            }
        };
    }

    static Driven handWritten(int maxCalls) {
        HandWrittenMachine machine = new HandWrittenMachine(new CodingAgent(TOOLS, maxCalls));
        return new Driven() {
            @Override
            public Action handle(Event event) {
                return machine.handle(event);
            }

            @Override
            public Session session() {
                return machine.session();
            }
        };
    }

    /** A machine that is written and restored before each event and after it. */
    static Driven restored(int maxCalls) {
        CodingAgent agent = new CodingAgent(TOOLS, maxCalls);
        return new Driven() {
            private String snapshot = EventMachine.start(agent).snapshot();

            @Override
            public Action handle(Event event) {
                EventMachine machine = EventMachine.restore(agent, snapshot);
                Action action = machine.handle(event);
                snapshot = machine.snapshot();
                return action;
            }

            @Override
            public Session session() {
                return EventMachine.restore(agent, snapshot).session();
            }
        };
    }

    /** All that the state holds. */
    default List<Object> stateNow() {
        Session session = session();
        return List.of(session.phase, List.copyOf(session.conversation), List.copyOf(session.queued));
    }
}
