package order;

interface Last {
    Event.Blur blur(Event.Quit quit);
}
