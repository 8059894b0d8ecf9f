package io.stepgraph.samples.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Starts a Postgres and two instances of the service, each as a process, and ends them when it is ended. */
public final class Demo {
    private static final String HELP = """
            Usage: spring [--one] [--port PORT] [property of Spring ...]
            Serves expense claims from one database with two processes. Ctrl-C ends them.

              --one        starts one instance only
              --port PORT  the port of the first instance, 8080 unless given; the second has the next one
              --help       prints this

            Properties go to each instance, such as --expenses.check-takes=10s. With
            --spring.datasource.url=jdbc:postgresql://host/database, that Postgres is used; otherwise one of the
            demo's own, which is empty at each start.
            """;
    private static final String URL = "--spring.datasource.url=";

    private Demo() {}

    public static void main(String[] args) throws Exception {
        List<String> properties = new ArrayList<>(List.of(args));
        int named = properties.indexOf("--port");
        if (properties.contains("--help") || (named >= 0 && named + 1 == properties.size())) {
            System.out.print(HELP);
            return;
        }
        LoggingSystem logging = LoggingSystem.get(Demo.class.getClassLoader());
        logging.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        int port = 8080;
        if (named >= 0) {
            port = Integer.parseInt(properties.remove(named + 1));
            properties.remove(named);
        }
        int instances = properties.remove("--one") ? 1 : 2;
        if (properties.stream().noneMatch(property -> property.startsWith(URL))) {
            EmbeddedPostgres postgres = EmbeddedPostgres.start(); // which ends Postgres when this program exits
            properties.add(URL + postgres.getJdbcUrl("postgres", "postgres"));
        }
        List<Process> started = new ArrayList<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> started.forEach(Process::destroy)));
        for (int nth = 0; nth < instances; nth++) {
            Process instance = start(port + nth, properties);
            started.add(instance);
            awaitReady(port + nth, instance);
            System.out.println("http://localhost:" + (port + nth) + " is process " + instance.pid());
        }
        System.out.println("""

                Sign in as ann or ben, who are employees, or as mia, a manager. The password is the name.
                Hand in a claim, and kill a process while the claim is checked: the other one continues.
                Ctrl-C ends the demo.""");
        for (Process instance : started) {
            int ended = instance.waitFor();
            System.out.println("Process " + instance.pid() + " has ended with " + ended + ".");
        }
    }

    private static Process start(int port, List<String> properties) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // starts sooner
                "-jar",
                System.getProperty("java.class.path"),
                "--server.port=" + port,
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn"));
        command.addAll(properties);
        return new ProcessBuilder(command).inheritIO().start();
    }

    private static void awaitReady(int port, Process instance) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest health = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/health"))
                .build();
        while (instance.isAlive()) {
            try {
                if (client.send(health, BodyHandlers.discarding()).statusCode() == 200) {
                    return;
                }
            } catch (ConnectException notYet) {
                // asked again
            }
            Thread.sleep(200);
        }
        System.exit(1); // the instance has said why
    }
}
