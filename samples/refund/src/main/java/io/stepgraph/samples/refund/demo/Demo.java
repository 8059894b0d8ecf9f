package io.stepgraph.samples.refund.demo;

import io.stepgraph.samples.refund.RefundWorker;
import io.stepgraph.samples.refund.payment.HeldCall;
import io.stepgraph.samples.refund.payment.Trouble;
import io.stepgraph.samples.refund.people.Person;
import io.stepgraph.samples.refund.plan.Planners;
import io.stepgraph.samples.refund.process.Child;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program {@code refund}: the demo. */
@Command(
        name = "refund",
        mixinStandardHelpOptions = true,
        version = "refund 0.1",
        sortOptions = false,
        description = {
            "Starts Postgres, a payment server, a mail server, two workers and the web page; posts a few tickets;",
            "kills a worker in the middle of a payment; and shows that each refund was paid once.",
            ""
        },
        footer = {
            "",
            "With ANTHROPIC_API_KEY or OPENAI_API_KEY set, that provider reads the tickets (REFUND_MODEL names the model);",
            "without a key, rules stand in for it.",
            "",
            "Exit codes: 0 each refund was paid once, 1 something is wrong, 2 wrong usage."
        })
public final class Demo implements Callable<Integer> {
    @Option(names = "--stay", description = "Leave the approvals to you, in the browser, and stay until you end it.")
    private boolean stay;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "The port of the page; a free one unless given.")
    private int port;

    @Option(names = "--data", paramLabel = "FOLDER", defaultValue = "samples/refund", hidden = true)
    private Path data = Path.of("samples/refund");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Demo() {}

    /**
     * Runs the demo and exits.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Demo())
                .setParameterExceptionHandler(Demo::refuse)
                .setExecutionExceptionHandler(Demo::explain)
                .execute(args));
    }

    /** The error stands below the usage, where people look. */
    private static int refuse(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        command.usage(command.getErr());
        command.getErr().println("\n" + command.getCommandName() + ": " + wrong.getMessage());
        return ExitCode.USAGE;
    }

    /** Errors that a person can act on need no stack trace. */
    private static int explain(Exception error, CommandLine command, CommandLine.ParseResult parsed) {
        command.getErr().println("refund: " + error.getMessage());
        if (!(error instanceof IOException)) {
            error.printStackTrace(command.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Files.isRegularFile(data.resolve("tokens.json"))) {
            throw new IOException("There is no tokens.json in " + data.toAbsolutePath() + ".");
        }
        checkPort();
        Path folder = Files.createTempDirectory("refund");
        say("All that is stored is in " + folder);
        say("Starting Postgres, the payment server, the mail server, two workers and the web page.");
        Cluster cluster = Cluster.start(folder, data);
        Thread end = new Thread(() -> end(cluster, folder)); // after Ctrl-C
        Runtime.getRuntime().addShutdownHook(end);
        try {
            List<Child> workers = List.of(
                    cluster.start("worker-1", RefundWorker.class), cluster.start("worker-2", RefundWorker.class));
            String web = cluster.web("web", port);
            for (Child worker : workers) {
                worker.await(RefundWorker.READY);
            }
            say("The page is at " + web + ". Tickets are read by "
                    + Planners.of(System.getenv()).name() + ".");
            Desk desk = Desk.open(cluster, web, Demo::say);
            return stay ? stay(desk) : play(cluster, workers, desk);
        } finally {
            end(cluster, folder);
        }
    }

    /** Before anything is started. */
    private void checkPort() throws IOException {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        } catch (IllegalArgumentException noPort) {
            throw new ParameterException(spec.commandLine(), "--port is 0 to 65535.", noPort);
        } catch (BindException taken) {
            throw new IOException("Port " + port + " cannot be used: " + taken.getMessage() + ".", taken);
        }
    }

    private static int play(Cluster cluster, List<Child> workers, Desk desk) throws IOException, InterruptedException {
        cluster.payments().order(new Trouble("N-1001", Trouble.Kind.HELD_BEFORE, 1));
        cluster.payments().order(new Trouble("N-1002", Trouble.Kind.BUSY, 2));
        cluster.payments().order(new Trouble("N-1005", Trouble.Kind.DENIED, 1));
        desk.postAll();

        HeldCall held = desk.answerUntilHeld();
        for (Child worker : workers) {
            if (worker.name().equals(held.caller())) {
                worker.kill();
                say("KILLED " + worker.name() + " (kill -9) in the middle of the payment for " + held.order() + ".");
            }
        }
        cluster.payments().release(held.order());
        desk.answerUntilDone();

        Report report = desk.report();
        System.out.println();
        System.out.print(report);
        System.out.println();
        say("The payment server has answered " + cluster.payments().calls().size() + " calls and made "
                + report.payments().size() + " payments.");
        say(report.isRight() ? "Each refund was paid once." : "Something is wrong: look at the table.");
        return report.isRight() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static int stay(Desk desk) throws IOException, InterruptedException {
        desk.postAll();
        say("Sign in at the page with one of these tokens:");
        for (Person person : desk.people().all()) {
            System.out.printf("  %-12s %s, %s%n", person.token(), person, person.roleNames());
        }
        say("Press Ctrl-C to end.");
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }

    private static void say(String text) {
        System.out.println("· " + text);
    }

    private static synchronized void end(Cluster cluster, Path folder) {
        try {
            cluster.close();
            Folders.delete(folder);
        } catch (IOException failed) {
            System.err.println("refund: " + failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
