package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AgentTest {

    @Test
    void greets() {
        assertEquals("hello", new Agent().greet());
    }
}
