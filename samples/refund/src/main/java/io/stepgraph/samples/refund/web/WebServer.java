package io.stepgraph.samples.refund.web;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.staticfiles.Location;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.samples.refund.RefundAgent;
import io.stepgraph.samples.refund.Settings;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.mail.Mailboxes;
import io.stepgraph.samples.refund.people.People;
import io.stepgraph.samples.refund.people.Person;
import io.stepgraph.samples.refund.process.Parent;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The web page and its requests: a program of its own, which executes no step. */
public final class WebServer implements AutoCloseable {
    /** The text that the program prints before its address. */
    public static final String READY = "web ";

    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

    private final Access access;
    private final Mailboxes mailboxes;
    private final Javalin server;

    private WebServer(Access access, Mailboxes mailboxes, int port) {
        this.access = access;
        this.mailboxes = mailboxes;
        this.server = Javalin.create(config -> configure(config, port)).start();
    }

    /**
     * Starts a server on this machine.
     *
     * @param store where the runs are; stays the caller's to close
     * @param agent the agent, of which no step is executed here
     * @param people who has which token
     * @param mailboxes the mails
     * @param port the port; 0 for a free one
     */
    public static WebServer start(Store store, RefundAgent agent, People people, Mailboxes mailboxes, int port) {
        Map<String, Shop> shops = people.tenants().stream()
                .collect(Collectors.toMap(Function.identity(), tenant -> Shop.open(store, agent, tenant)));
        return new WebServer(new Access(people, shops), mailboxes, port);
    }

    /**
     * Runs a server until its parent ends.
     *
     * @param args the port; 0 for a free one
     */
    public static void main(String[] args) throws IOException {
        Settings settings = Settings.of(System.getenv());
        WebServer server = start(
                settings.open(),
                settings.agent(),
                settings.people(),
                new Mailboxes(settings.mail()),
                Integer.parseInt(args[0]));
        System.out.println(READY + server.address());
        Parent.endWithIt();
    }

    /** Where it is. */
    public String address() {
        return "http://127.0.0.1:" + server.port();
    }

    private void configure(JavalinConfig config, int port) {
        config.startup.showJavalinBanner = false;
        config.jetty.host = "127.0.0.1";
        config.jetty.port = port;
        config.jetty.modifyServer(jetty -> jetty.setHandler(new Shares(access)));
        config.staticFiles.add("/io/stepgraph/samples/refund/web/page", Location.CLASSPATH);
        config.routes.before(WebServer::secure);
        requests(config.routes);
        problems(config.routes);
    }

    /** The page loads nothing from elsewhere, and text never becomes a script. */
    private static void secure(Context context) {
        context.header(
                        "Content-Security-Policy",
                        "default-src 'none'; script-src 'self'; style-src 'self';"
                                + " connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self';"
                                + " frame-ancestors 'none'")
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cache-Control", "no-store");
    }

    private void requests(RoutesConfig routes) {
        Tickets tickets = new Tickets(access);
        Approvals approvals = new Approvals(access);
        routes.before("/api/*", access::person);
        // Also in front of what reads the run by its id alone.
        routes.before("/api/tickets/{id}/*", context -> access.ticket(access.person(context), context.pathParam("id")));
        routes.before("/api/tickets/{id}/events", LiveEvents::cursor);
        routes.get("/api/me", this::me);
        routes.post("/api/tickets", tickets::post);
        routes.get("/api/tickets", tickets::list);
        routes.get("/api/tickets/{id}", tickets::show);
        routes.post("/api/tickets/{id}/retry", tickets::retry);
        routes.get("/api/tickets/{id}/graph", new Drawings(access)::draw);
        routes.sse("/api/tickets/{id}/events", new LiveEvents(access)::open);
        routes.get("/api/questions", approvals::list);
        routes.post("/api/answers", approvals::answer);
        routes.get("/api/mails", new Inbox(access, mailboxes)::list);
    }

    private void me(Context context) {
        Person person = access.person(context);
        Bodies.write(
                context,
                Json.object()
                        .put("name", person.name())
                        .put("tenant", person.tenant())
                        .put("isStaff", person.isStaff())
                        .put("roles", person.roleNames()));
    }

    private static void problems(RoutesConfig routes) {
        routes.exception(StepgraphException.class, (problem, context) -> {
            int status = status(problem.code());
            String message = String.valueOf(problem.getMessage());
            if (status == 500) {
                LOG.error("A request failed.", problem);
                message = "The server failed. Its log says why.";
            }
            Bodies.problem(context, status, message);
        });
        problem(routes, TransientException.class, 503);
        problem(routes, IllegalArgumentException.class, 400);
        routes.exception(
                HttpResponseException.class,
                (problem, context) ->
                        Bodies.problem(context, problem.getStatus(), String.valueOf(problem.getMessage())));
    }

    private static int status(ErrorCode code) {
        return switch (code) {
            case ANSWER_NOT_PERMITTED -> 403;
            case RUN_NOT_FOUND -> 404;
            case STALE_ANSWER, ILLEGAL_RUN_STATUS -> 409;
            case INVALID_ANSWER -> 422;
            case QUEUE_FULL, STORE_UNAVAILABLE, STORE_CLOSED -> 503;
            default -> 500;
        };
    }

    private static <E extends Exception> void problem(RoutesConfig routes, Class<E> type, int status) {
        routes.exception(
                type, (problem, context) -> Bodies.problem(context, status, String.valueOf(problem.getMessage())));
    }

    @Override
    public void close() {
        server.stop();
        access.shops().values().forEach(shop -> shop.runner().close());
    }
}
