package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.StrictModel.call;
import static io.stepgraph.langchain4j.StrictModel.calls;
import static io.stepgraph.langchain4j.StrictModel.says;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.langchain4j.agent.tool.Tool;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.ToolAgent.Chat;
import io.stepgraph.langchain4j.ToolAgentGraph.Outcome;
import io.stepgraph.langchain4j.ToolAgentGraph.Runs;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A shop whose systems are files, so that they outlive its processes, and the program of such a process. The bank pays
 * calls with one key once. The user says {@code TOOL ORDER}, and the model calls that.
 */
record FileShop(Path folder) {
    /** The number of messages that {@link #answerAll} sends. */
    static final int MESSAGES = 6;

    /** A tool that was called says this, and then does not return while the file {@code open} is missing. */
    static final String INSIDE = "inside";

    /** Said before the ticket of the question that the process waits for. */
    static final String TICKET = "ticket ";

    /** {@code FOLDER TOOL ORDER} sends one message and waits to be killed; {@code FOLDER} sends all messages. */
    public static void main(String[] args) throws Exception {
        FileShop shop = new FileShop(Path.of(args[0]));
        try (Store store = shop.store();
                Runner runner = Runner.builder(store).build()) {
            Runs runs = shop.runs(runner);
            if (args.length == 1) {
                shop.answerAll(runs);
            } else {
                Outcome.Approve ask = (Outcome.Approve) runs.run("message-1", new Chat(), args[1] + " " + args[2]);
                System.out.println(TICKET + ask.ticket().id());
                new CountDownLatch(1).await();
            }
        }
    }

    /** Starts a process of this program. */
    static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--enable-native-access"))
                .forEach(command::add);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.add(FileShop.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    Store store() {
        return SqliteStore.open(folder.resolve("runs.db"));
    }

    Runs runs(Runner runner) {
        Model model = Model.of(new StrictModel(this::reply));
        return ToolAgentGraph.of(new ToolAgent(model, Tools.of(this), "You help."))
                .on(runner);
    }

    /** Sends each message, and approves each call. */
    void answerAll(Runs runs) {
        for (int i = 1; i <= MESSAGES; i++) {
            Outcome outcome = runs.run("message-" + i, new Chat(), "refund A-" + i);
            if (outcome instanceof Outcome.Approve ask) {
                runs.answerApprove(ask, new Approved());
            }
        }
    }

    private StrictModel.Turn reply(StrictModel.Asked asked) {
        append("asked", asked.results().toString());
        System.out.println("the model is asked");
        if (asked.turns() > 0) {
            return says("The results: " + asked.results());
        }
        String[] words = asked.texts().get(0).split(" ", -1);
        return calls(call("1", words[1], "{\"order\": \"" + words[2] + "\"}"));
    }

    @Tool
    @Acts(ask = "Pay {order} back?", sameKey = true)
    String refund(String order, Acting acting) {
        return pay(order, acting.key());
    }

    @Tool
    @Acts(sameKey = true)
    String charge(String order, Acting acting) throws Exception {
        pay(order, acting.key());
        awaitOpen();
        return "Paid.";
    }

    @Tool
    @Acts
    String send(String order) throws Exception {
        append("sent", order);
        awaitOpen();
        return "Sent.";
    }

    private String pay(String order, String key) {
        append("called", key + " " + order);
        System.out.println("the bank is called");
        return "Paid.";
    }

    private void awaitOpen() throws InterruptedException {
        if (!Files.exists(folder.resolve("open"))) {
            System.out.println(INSIDE);
            new CountDownLatch(1).await();
        }
    }

    private synchronized void append(String file, String line) {
        try {
            Files.writeString(folder.resolve(file), line + "\n", CREATE, APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The lines of a file; none if it is missing. */
    List<String> lines(String file) throws IOException {
        Path path = folder.resolve(file);
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }

    /** The order of each payment. */
    List<String> paid() throws IOException {
        return lines("called").stream()
                .distinct()
                .map(call -> call.substring(call.lastIndexOf(' ') + 1))
                .toList();
    }
}
