package example;

import example.Hello.Guest;
import example.HelloGraph.Outcome;
import example.HelloGraph.Runs;
import io.stepgraph.engine.Runner;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.util.Scanner;

public final class Main {
    public static void main(String[] arguments) {
        try (Store store = SqliteStore.open(Path.of("hello.db"));
                Runner runner = Runner.builder(store).build()) {
            Runs runs = HelloGraph.of(new Hello()).on(runner); // HelloGraph is generated
            Outcome outcome = runs.run("guest-1", new Guest("Paris"));
            if (outcome instanceof Outcome.Ask ask) { // one record for each interrupt
                System.out.println(ask.question());
                outcome = runs.answerAsk(ask, new Scanner(System.in).nextLine()); // only a String compiles
            }
            if (outcome instanceof Outcome.Completed completed) {
                System.out.println(completed.result());
            }
        }
    }
}
