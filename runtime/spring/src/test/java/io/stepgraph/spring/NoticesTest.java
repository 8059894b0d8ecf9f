package io.stepgraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Notice;
import io.stepgraph.runtime.Actor;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A bean of the application is told of runs that wait. */
@Tag("Q13")
class NoticesTest {
    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

    interface MailServer {
        void send(String messageId, String text);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Leave.class)
    static class Mail {
        @Bean
        Consumer<Notice> noticeMail(MailServer server) {
            return notice -> server.send(notice.id(), notice.run() + " waits at " + notice.step());
        }
    }

    @Test
    void Q13_a_bean_is_told_of_a_question() {
        Applications.greeting()
                .withBean(MailServer.class, () -> (messageId, text) -> sent.add(text))
                .withUserConfiguration(Mail.class)
                .run(context -> {
                    LeaveGraph.Runs.Unnamed runs = context.getBean(LeaveGraph.Runs.Unnamed.class);
                    runs.as(Actor.named("ann")).enqueue("leave-1", new Leave.Request());

                    assertThat(sent.poll(20, TimeUnit.SECONDS)).isEqualTo("leave-1 waits at ask");
                });
    }
}
