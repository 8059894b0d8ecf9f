package io.stepgraph.samples.refund.web;

import io.javalin.http.Context;
import io.stepgraph.samples.refund.Letters;
import io.stepgraph.samples.refund.mail.Letter;
import io.stepgraph.samples.refund.mail.Mailboxes;
import io.stepgraph.samples.refund.people.Person;
import java.util.ArrayList;
import java.util.List;

/**
 * The mails of a person: a customer has a mailbox of their own, the people of the shop also share its mailboxes.
 *
 * @param access who may do what
 * @param mailboxes the mailboxes
 */
record Inbox(Access access, Mailboxes mailboxes) {

    void list(Context context) {
        Person person = access.person(context);
        List<Letter> letters = new ArrayList<>(mailboxes.read(person.mail()));
        if (person.isStaff()) {
            letters.addAll(mailboxes.read(Letters.reviewers(person.tenant())));
            letters.addAll(mailboxes.read(Letters.lead(person.tenant())));
        }
        Bodies.write(context, letters);
    }
}
