package io.stepgraph.tests.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.FakeClock;
import io.stepgraph.tests.agents.AccountAgent.Account;
import io.stepgraph.tests.agents.AccountAgent.Balance;
import io.stepgraph.tests.agents.AccountAgent.Close;
import io.stepgraph.tests.agents.AccountAgent.Deposit;
import io.stepgraph.tests.agents.AccountAgent.Pay;
import io.stepgraph.tests.agents.DigestAgent.Changed;
import io.stepgraph.tests.agents.DigestAgent.Changes;
import io.stepgraph.tests.agents.ScanAgent.Found;
import io.stepgraph.tests.agents.ScanAgent.Upload;
import io.stepgraph.tests.agents.TrialAgent.Bought;
import io.stepgraph.tests.agents.TrialAgent.Customer;
import io.stepgraph.tests.agents.TrialAgent.Prolonged;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What programs do with messages: the agents of the page MESSAGES.md, on two stores. */
@Tag("Q5")
@Tag("Q9")
@Tag("Q10")
final class MessageShapesTest {
    private final FakeClock clock = FakeClock.running();

    @TempDir
    private Path folder;

    private enum Kind {
        MEMORY,
        SQLITE
    }

    private interface Work {
        void on(Runner runner) throws Exception;
    }

    private void with(Kind kind, Work work) throws Exception {
        try (Store store = kind == Kind.MEMORY
                        ? new MemoryStore(clock)
                        : SqliteStore.builder(folder.resolve("runs.db"))
                                .clock(clock)
                                .open();
                Runner runner = Runner.builder(store).clock(clock).build()) {
            work.on(runner);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_entity_takes_commands_in_order_and_replies(Kind kind) throws Exception {
        with(kind, runner -> {
            AccountAgentGraph.Runs runs =
                    AccountAgentGraph.of(new AccountAgent()).on(runner);
            runs.enqueue("account-7", new Account());
            Balance balance = runs.askServe("account-7", "deposit-1", new Deposit(500));
            Balance refused = runs.askServe("account-7", "pay-1", new Pay(900));
            runs.tellServe("account-7", "close", new Close());

            assertThat(balance).isEqualTo(new Balance(true, 500));
            assertThat(refused).isEqualTo(new Balance(false, 500));
            assertThat(runs.resume("account-7")).isInstanceOf(AccountAgentGraph.Outcome.Completed.class);
            assertThat(runs.askServe("account-7", "pay-1", new Pay(900))).isEqualTo(refused);
        });
    }

    @ParameterizedTest
    @EnumSource
    void another_system_calls_back_with_the_id_of_the_run_perhaps_at_once(Kind kind) throws Exception {
        with(kind, runner -> {
            List<ScanAgentGraph.Runs> endpoint = new ArrayList<>();
            ScanAgent.Scanner scanner = (key, order) -> {
                endpoint.get(0).tellResult(order.run(), "scan", new Found(2)); // before the step has ended
                return "ordered";
            };
            ScanAgentGraph.Runs runs = ScanAgentGraph.of(new ScanAgent(scanner)).on(runner);
            endpoint.add(runs);

            assertThat(runs.run("upload-7", new Upload()))
                    .isInstanceOfSatisfying(
                            ScanAgentGraph.Outcome.Completed.class,
                            end -> assertThat(end.result().viruses).isEqualTo(2));
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_sleep_of_days_is_prolonged_and_ends_early_or_in_time(Kind kind) throws Exception {
        with(kind, runner -> {
            TrialAgentGraph.Runs runs = TrialAgentGraph.of(new TrialAgent()).on(runner);
            Instant end = clock.wall().plus(Duration.ofDays(30));
            for (String id : List.of("ann", "bob")) {
                runs.run(id, Customer.until(end));
                runs.tellTrial(id, "more", new Prolonged(end.plus(Duration.ofDays(30))));
                runs.resume(id);
            }

            clock.passUntil(end);
            runs.tellTrial("ann", "bought", new Bought());

            assertThat(letter(runs.resume("ann"))).isEqualTo("Thank you.");
            assertThat(runs.resume("bob")).isInstanceOf(TrialAgentGraph.Outcome.Trial.class);
            clock.pass(Duration.ofDays(30));
            assertThat(letter(runs.resume("bob"))).isEqualTo("Your trial is over.");
        });
    }

    private static String letter(TrialAgentGraph.Outcome outcome) {
        return ((TrialAgentGraph.Outcome.Completed) outcome).result().letter;
    }

    @ParameterizedTest
    @EnumSource
    void many_changes_are_one_mail_when_they_have_ceased(Kind kind) throws Exception {
        with(kind, runner -> {
            List<String> mails = new ArrayList<>();
            DigestAgentGraph.Runs runs = DigestAgentGraph.of(new DigestAgent((key, text) -> {
                        mails.add(text);
                        return key;
                    }))
                    .on(runner);
            for (int i = 1; i <= 3; i++) {
                runs.enqueue("digest-ann", Changes::new); // the first time; later it is there
                runs.tellCollect("digest-ann", "change-" + i, new Changed("change " + i));
                runs.resume("digest-ann");
                clock.pass(Duration.ofSeconds(40));
            }
            assertThat(mails).isEmpty();

            clock.pass(Duration.ofSeconds(20));
            runs.resume("digest-ann");

            assertThat(mails).containsExactly("change 1\nchange 2\nchange 3");
            clock.pass(Duration.ofDays(366));
            assertThat(runs.resume("digest-ann")).isInstanceOf(DigestAgentGraph.Outcome.Completed.class);
        });
    }
}
