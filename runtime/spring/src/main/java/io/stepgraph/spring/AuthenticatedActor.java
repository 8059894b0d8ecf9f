package io.stepgraph.spring;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Names;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/** The authentication of the thread as an actor. */
final class AuthenticatedActor implements CurrentActor {
    private static final Logger LOG = LoggerFactory.getLogger("io.stepgraph");

    /** The number of authorities that are logged at most: a program may make them up for each user. */
    private static final int MOST_LOGGED = 100;

    private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();
    private final Set<Integer> logged = ConcurrentHashMap.newKeySet();
    private final String rolePrefix;

    /**
     * The actor of each call.
     *
     * @param rolePrefix what the name of an authority begins with that is a role
     */
    AuthenticatedActor(String rolePrefix) {
        this.rolePrefix = rolePrefix;
    }

    /** The roles are those of the original, and not those of a user to whom that person has switched. */
    private record SignedIn(
            String name, Set<String> roles, @Nullable String actsAs) implements Actor {}

    @Override
    public Optional<Actor> find() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return trust.isAuthenticated(authentication)
                ? Optional.of(actor(Objects.requireNonNull(authentication)))
                : Optional.empty();
    }

    /** Throws Spring Security's own exception if nobody has signed in, which leads to a sign-in. */
    @Override
    public Actor get() {
        return find().orElseThrow(() ->
                new AuthenticationCredentialsNotFoundException("Nobody has signed in, so there is no actor."));
    }

    private Actor actor(Authentication present) {
        Authentication original = SwitchedUser.original(present);
        Set<String> roles = new TreeSet<>();
        for (GrantedAuthority authority : original.getAuthorities()) {
            String name = authority.getAuthority();
            // How they signed in is no role.
            if (name == null || !name.startsWith(rolePrefix) || authority instanceof FactorGrantedAuthority) {
                continue;
            }
            String role = name.substring(rolePrefix.length());
            if (isFit(role)) {
                roles.add(role);
            }
        }
        return Actor.copyOf(new SignedIn(original.getName(), roles, original == present ? null : present.getName()));
    }

    /** Whether an actor can have a role. One that it cannot have must not refuse each call of its users. */
    private boolean isFit(String role) {
        try {
            Names.person(role, "roles", "The name of a role");
            return true;
        } catch (IllegalArgumentException unfit) {
            if (logged.size() < MOST_LOGGED && logged.add(role.hashCode())) {
                LOG.warn("An authority is left out of the roles of its users: {}", unfit.getMessage());
            }
            return false;
        }
    }
}
