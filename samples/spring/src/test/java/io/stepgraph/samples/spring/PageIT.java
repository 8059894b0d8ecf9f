package io.stepgraph.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page in a real browser. The pictures are in {@code target/screenshots}. */
final class PageIT extends ServiceTest {
    private static Browser browser;

    @BeforeAll
    static void start() {
        browser = Browser.start();
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() {
        browser.open("http://localhost:" + port);
    }

    @Test
    void a_claim_is_handed_in_and_approved() throws Exception {
        browser.picture("sign-in");
        browser.signIn("ann");
        browser.type("#purpose", "Return train to Berlin, <b>second</b> class");
        browser.type("#amount", "120.50");
        browser.click("#new button");
        browser.reads("#notice", "is handed in");
        String claim = String.valueOf(browser.script("return document.querySelector('[data-claim]').dataset.claim"));
        browser.reads("[data-claim='" + claim + "']", "waits for approval");
        browser.picture("employee");
        browser.signOut();

        browser.signIn("mia");
        String question = question(claim);
        browser.reads(question, "Return train to Berlin, <b>second</b> class");
        browser.picture("manager");
        String approved = question + " [data-kind=Approved] ";
        browser.type(approved + "select", "TRAINING");
        browser.type(approved + "[type=number]", "99999999999");
        browser.type(approved + "[name$=receipt]", "SCAN");
        browser.click(approved + "button");

        browser.reads("#problem", "project");
        approved = question(claim) + " [data-kind=Approved] ";
        browser.picture("invalid-answer");
        assertThat(browser.property(approved + "select", "value")).isEqualTo("TRAINING");
        assertThat(browser.property(approved + "[name$=receipt]", "value")).isEqualTo("SCAN");
        browser.retype(approved + "[type=number]", "4711");
        browser.click(approved + "button");

        browser.reads("#notice", "Your answer is stored.");
        browser.reads("[data-claim='" + claim + "']", "booked");
        browser.picture("approved");
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("422"));
    }

    @Test
    void an_answer_that_comes_too_late_is_refused() throws Exception {
        browser.signIn("ben");
        browser.type("#purpose", "Red wine");
        browser.type("#amount", "9.90");
        browser.click("#new button");
        String claim = String.valueOf(browser.script("return document.querySelector('[data-claim]').dataset.claim"));
        browser.signOut();
        browser.signIn("mia");
        String rejected = question(claim) + " [data-kind=Rejected] ";
        browser.type(rejected + "[type=text]", "no alcohol");
        String ticket = browser.property(question(claim) + " [name=ticket]", "value");
        as("mia")
                .post()
                .uri("/answers/{ticket}", ticket)
                .body("{\"@type\": \"Rejected\", \"why\": \"from elsewhere\"}")
                .exchange()
                .expectStatus()
                .isNoContent();

        browser.click(rejected + "button");

        browser.reads("#problem", "too late");
        browser.reads("[data-claim='" + claim + "']", "from elsewhere");
        browser.picture("late-answer");
    }

    @Test
    void a_wrong_password_is_told() throws Exception {
        browser.type("#username", "ann");
        browser.type("#password", "guess");
        browser.click("main button");

        browser.reads(".problem", "do not fit");
        browser.picture("wrong-password");
    }

    /** Waits for the question of a claim. */
    private static String question(String claim) {
        String question = "article[data-run='claim-" + claim + "']";
        browser.reads(question, "Approve");
        return question;
    }
}
