package io.stepgraph.samples.refund.people;

import io.stepgraph.samples.refund.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * All people who have a token.
 *
 * @param all the people of all shops
 */
public record People(List<Person> all) {

    /** Copies the list. */
    public People {
        all = List.copyOf(all);
    }

    /**
     * Reads a file.
     *
     * @param file a JSON array of {@link Person}
     */
    public static People read(Path file) throws IOException {
        return new People(Json.readList(file, Person[].class));
    }

    /** Who has this token. The time that this takes tells nothing of the tokens. */
    public Optional<Person> withToken(String token) {
        byte[] given = token.getBytes(StandardCharsets.UTF_8);
        Optional<Person> found = Optional.empty();
        for (Person person : all) {
            if (MessageDigest.isEqual(given, person.token().getBytes(StandardCharsets.UTF_8))) {
                found = Optional.of(person);
            }
        }
        return found;
    }

    /** The person with this name in a shop. */
    public Optional<Person> named(String tenant, String name) {
        return all.stream()
                .filter(person ->
                        person.tenant().equals(tenant) && person.name().equals(name))
                .findFirst();
    }

    /** The shops. */
    public List<String> tenants() {
        return all.stream().map(Person::tenant).distinct().toList();
    }
}
