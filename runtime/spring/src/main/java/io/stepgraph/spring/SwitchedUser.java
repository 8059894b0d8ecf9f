package io.stepgraph.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.web.authentication.switchuser.SwitchUserGrantedAuthority;
import org.springframework.util.ClassUtils;

/** Finds the person who has switched to another user with Spring Security's {@code SwitchUserFilter}. */
final class SwitchedUser {
    private static final boolean CAN_SWITCH = ClassUtils.isPresent(
            "org.springframework.security.web.authentication.switchuser.SwitchUserGrantedAuthority",
            SwitchedUser.class.getClassLoader());

    private SwitchedUser() {}

    /** Returns the authentication of who has signed in, also if that person has switched to another user. */
    static Authentication original(Authentication present) {
        Authentication source = CAN_SWITCH ? source(present) : null;
        return source == null ? present : original(source);
    }

    private static @Nullable Authentication source(Authentication present) {
        for (GrantedAuthority authority : present.getAuthorities()) {
            if (authority instanceof SwitchUserGrantedAuthority switched) {
                return switched.getSource();
            }
        }
        return null;
    }
}
