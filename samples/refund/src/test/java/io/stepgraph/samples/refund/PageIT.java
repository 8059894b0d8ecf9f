package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, with all real parts behind it. The pictures are in {@code target/screenshots}. */
final class PageIT {
    @TempDir
    private static Path folder;

    private static World world;
    private static String address;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        world = World.start(folder);
        world.work();
        address = world.cluster().web("web", 0);
    }

    @AfterAll
    static void end() throws Exception {
        if (browser != null) {
            browser.close();
        }
        if (world != null) {
            world.close();
        }
    }

    @BeforeEach
    void comeAnew() {
        browser.open(address);
    }

    @Test
    void a_ticket_is_posted_approved_and_paid() throws Exception {
        browser.signIn("ann-7f3c");
        browser.type("#text", "My tent of order N-1 arrived broken. The zip is torn.");
        browser.click("#post button");

        browser.reads("#ticket-state", "waiting");
        browser.reads("#status-from", "a reviewer of the shop north");
        browser.reads("#status-until", "20");
        browser.reads("#events", "Proposed: pay back 100.01 EUR.");
        browser.seen("#graph svg[data-step=approve] [stroke='#cf222e']");
        browser.picture("customer-waits");
        String id = browser.text("#ticket-id");
        browser.signOut();

        browser.signIn("rosa-91be");
        browser.click("[data-run='" + id + "'] button.quiet");
        browser.reads("#ticket-state", "waiting");
        browser.reads("[data-run='" + id + "'] dl", "by a reviewer or a policy, but not by the person who started the run");
        browser.click("[data-run='" + id + "'] input[value=Rejected]");
        browser.seen("[data-run='" + id + "'] textarea[name=why]");
        browser.picture("reviewer-answers");
        browser.click("[data-run='" + id + "'] input[value=Approved]");
        browser.click("[data-run='" + id + "'] [type=submit]");

        browser.reads("#ticket-state", "done");
        browser.reads("#events", "Approved by rosa.");
        browser.reads("#events", "We have paid back 100.01 EUR for order N-1.");
        browser.seen("#graph circle[stroke='#2e8555'][stroke-width='4']");
        browser.reads("#no-approvals", "Nothing waits for you.");
        browser.picture("reviewer-is-done");
        browser.signOut();

        browser.signIn("ann-7f3c");
        browser.click("[data-id='" + id + "']");
        browser.reads("#mails", "Your refund of 100.01 EUR");
        browser.click("#mails summary");
        browser.picture("customer-is-paid");
        assertThat(browser.complaints()).isEmpty();
        assertThat(world.paid("N-1")).isEqualTo(1);
    }

    @Test
    void what_a_customer_writes_is_text_and_no_script() throws Exception {
        String text = "<script>window.stolen = 1</script><img src=x onerror='window.stolen = 2'> N-2 is broken";
        browser.signIn("ann-7f3c");
        browser.type("#text", text);
        browser.click("#post button");
        browser.reads("#ticket-state", "waiting");

        assertThat(browser.text("#ticket-text")).isEqualTo(text);
        browser.reads("#tickets", "<script>window.stolen");
        assertThat(browser.script("return document.querySelectorAll('#desk script, #desk img').length"))
                .isEqualTo(0L);
        assertThat(browser.script("return window.stolen")).isNull();
        browser.picture("text-is-no-script");
    }

    @Test
    void what_the_server_answers_after_a_sign_out_is_not_drawn() throws Exception {
        browser.signIn("ann-7f3c");
        browser.type("#text", "My stove of order N-3 does not burn.");
        browser.click("#post button");
        browser.reads("#ticket-state", "waiting");
        String id = browser.text("#ticket-id");
        browser.signOut();

        browser.script("""
                const real = window.fetch;
                window.held = [];
                window.fetch = async (path, options) => {
                    const response = await real(path, options);
                    await new Promise(go => window.held.push(go));
                    return response;
                };
                window.release = () => {
                    window.fetch = real;
                    window.held.forEach(go => go());
                };
                """);
        browser.type("#token", "rosa-91be");
        browser.click("#sign-in button");
        World.until(() -> browser.script("return window.held.length").equals(1L) ? true : null);
        browser.script("window.held.shift()()"); // who she is
        World.until(() -> browser.script("return window.held.length >= 3").equals(true) ? true : null);
        browser.signOut();
        browser.script("window.release()");

        assertThat(browser.script("return document.querySelectorAll('#tickets li, #questions article').length"))
                .isEqualTo(0L);
        browser.signIn("ann-7f3c");
        browser.click("[data-id='" + id + "']");
        browser.reads("#ticket-state", "waiting");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_field_for_numbers_takes_no_number_that_javascript_would_change() {
        String isValid = """
                const field = fieldFor('n', {type: arguments[0]}, 'n');
                field.value = arguments[1];
                return field.checkValidity() && String(valueOf(field)) === arguments[1];
                """;

        assertThat(List.of("12", "-12", "999999999999999"))
                .allSatisfy(typed ->
                        assertThat(browser.script(isValid, "integer", typed)).isEqualTo(true));
        assertThat(List.of("9007199254740993", "1e99999999999", "1e400", "NaN", "1.5"))
                .allSatisfy(typed ->
                        assertThat(browser.script(isValid, "integer", typed)).isEqualTo(false));
        assertThat(browser.script(isValid, "number", "1.5")).isEqualTo(true);
    }

    @Test
    void a_wrong_token_is_refused() throws Exception {
        browser.type("#token", "nobody");
        browser.click("#sign-in button");

        browser.seen("#problem");
        browser.picture("wrong-token");
        assertThat(browser.text("#problem")).isEqualTo("This token is wrong.");
    }
}
