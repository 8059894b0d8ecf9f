package io.stepgraph.langchain4j;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import dev.langchain4j.agent.tool.Tool;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectNotPerformedException;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * Marks a {@link Tool} method that changes something: it pays, mails or deletes. A tool without it only reads, and is
 * called again whenever a step is repeated. {@link Does} says the same in code.
 *
 * <pre>{@code
 * @Tool("Pays an order back.")
 * @Acts(ask = "Pay back {cents} cents for order {order}?", sameKey = true)
 * String refund(String order, int cents, Acting acting) {
 *     return bank.refund(order, cents, acting.key());
 * }
 * }</pre>
 *
 * <p>Each call is an effect, which happens once. If a call throws an exception, or the process
 * dies in it, nobody knows whether the tool has acted: the call is in doubt. Then the run parks until a person has
 * looked, unless {@link #sameKey} is set.
 */
@Documented
@Target(METHOD)
@Retention(RUNTIME)
public @interface Acts {

    /**
     * The question to a person, who approves each call before it is carried out. Braces take arguments, as in {@code
     * "Pay back {cents} cents?"}, and {@code {}} all of them.
     *
     * @return the text; empty if nobody is asked
     */
    String ask() default "";

    /**
     * The mode that the run needs. In a lower one it parks before the call.
     *
     * @return the mode
     */
    PermissionMode mode() default PermissionMode.DEFAULT;

    /**
     * Whether a call in doubt is made again with the same {@linkplain Acting#key key}, because the remote system
     * performs calls with one key once, as with {@link Effect#retryWithSameKey}.
     *
     * @return true if it may be made again
     */
    boolean sameKey() default false;

    /**
     * The exceptions of the tool which prove that nothing was changed, beside {@link EffectNotPerformedException}. The
     * model then gets the result "Not carried out", with the message of the exception. With {@link #sameKey} they prove
     * it of all calls with the key, since an earlier one may have been cut off: a check that this one call fails on its
     * way to the remote system does not.
     *
     * @return the types
     */
    Class<? extends Exception>[] notPerformedOn() default {};

    /**
     * The time that one call may take, as {@link Effect#callTimeout}.
     *
     * @return the time in seconds
     */
    int timeoutSeconds() default 60;
}
