package order;

public sealed interface Event {
    record Key(String text) implements Event {}

    record Click(int x) implements Event {}

    record Quit() implements Event {}

    record Blur() implements Event {}
}
