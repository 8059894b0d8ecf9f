package io.stepgraph.processor.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * A step, an interrupt, a wait or a call.
 *
 * @param index its position in {@link AgentModel#steps}
 * @param name the method's name
 * @param constant its constant in the generated enum
 * @param place the name of the method
 * @param annotation the {@code @Step}, {@code @Interrupt}, {@code @Wait} or {@code @Call}
 * @param next as written, duplicates and unknown names included
 * @param nextPlace the whole value of {@code next}; null if it is missing, which the compiler reports itself
 * @param mode the name of the least {@code PermissionMode}, {@code PLAN} if none is written
 * @param failures the exceptions that {@code onFailure} takes; empty for every failure
 * @param inDoubt where it says that its failure step handles effects in doubt; null if it does not
 * @param transactional where it says that it is; null if it does not
 * @param interrupt null unless this is an interrupt
 * @param waiting null unless this is a wait
 * @param call null unless this is a call
 * @param unreadable whether an annotation names something that does not exist (yet)
 */
public record StepModel(
        int index,
        String name,
        String constant,
        ExecutableElement method,
        Place place,
        Place annotation,
        Signature signature,
        Returned returned,
        List<Name> next,
        @Nullable Place nextPlace,
        String mode,
        @Nullable Length timeout,
        @Nullable Name onFailure,
        List<TypeUse> failures,
        @Nullable Place inDoubt,
        List<Name> effects,
        @Nullable Place transactional,
        List<Name> formerly,
        @Nullable Retrying retry,
        @Nullable Gate gate,
        @Nullable Visits visits,
        @Nullable InterruptModel interrupt,
        @Nullable WaitModel waiting,
        @Nullable CallModel call,
        boolean unreadable) {

    /** Whether it needs more than the least mode. */
    public boolean requiresMode() {
        return !mode.equals("PLAN");
    }

    /** Whether the runtime checks, when a run enters it, a gate or a mode. */
    public boolean isGuarded() {
        return gate != null || requiresMode();
    }

    public boolean isInterrupt() {
        return interrupt != null;
    }

    /** Whether it is an interrupt that asks nobody and takes messages. */
    public boolean isMailbox() {
        return interrupt != null && interrupt.mailbox() != null;
    }

    public boolean isWait() {
        return waiting != null;
    }

    public boolean isCall() {
        return call != null;
    }

    /** What it is, for people and in the {@code .json} file. */
    public String kind() {
        return isInterrupt() ? "interrupt" : isWait() ? "wait" : isCall() ? "call" : "step";
    }

    /** Whether it takes the answered question and nothing else of its run. */
    public boolean isExactly() {
        return gate != null && gate.exactly();
    }

    /** The first place where it names this step as the next one. */
    public Optional<Place> placeOfNext(String stepName) {
        return next.stream()
                .filter(name -> name.text().equals(stepName))
                .map(Name::place)
                .findFirst();
    }

    public @Nullable Parameter input() {
        return signature.input();
    }

    public @Nullable AnsweredParameter answered() {
        return signature.answered();
    }

    /**
     * Returns the parameter by which it takes an answer to this interrupt: its {@code Answered} if that is its gate,
     * else its input.
     */
    public @Nullable Parameter taking(String interruptName) {
        return takesAnswered(interruptName) ? answer() : input();
    }

    /** Whether its {@code Answered} is that of this interrupt. */
    public boolean takesAnswered(String interruptName) {
        return answered() != null && gate != null && gate.interrupt().text().equals(interruptName);
    }

    private @Nullable Parameter answer() {
        AnsweredParameter answered = answered();
        return answered == null || answered.answer() == null
                ? null
                : new Parameter(
                        answered.parameter().name(),
                        answered.answer(),
                        answered.parameter().place());
    }

    /** This step at its position, with the facts that are known only after all steps are read. */
    public StepModel resolved(
            int position,
            Returned meaning,
            @Nullable InterruptModel answers,
            @Nullable CallModel calling,
            @Nullable Gate opened) {
        return new StepModel(
                position,
                name,
                constant,
                method,
                place,
                annotation,
                signature,
                meaning,
                next,
                nextPlace,
                mode,
                timeout,
                onFailure,
                failures,
                inDoubt,
                effects,
                transactional,
                formerly,
                retry,
                opened,
                visits,
                answers,
                waiting,
                calling,
                unreadable);
    }

    /** The exceptions that it names: those that are tried again, and those that its failure step takes. */
    public Stream<TypeUse> exceptions() {
        return Stream.concat(retry == null ? Stream.of() : retry.on().stream(), failures.stream());
    }

    public boolean endsOnly() {
        return !next.isEmpty() && next.stream().allMatch(Name::isEnd);
    }

    public boolean failsOnly() {
        return !next.isEmpty() && next.stream().allMatch(Name::isFail);
    }

    /** Whether the method says where the run goes: of several ways one, or why the run fails. */
    public boolean chooses() {
        return !isInterrupt()
                && !isCall()
                && (failsOnly() || next.stream().map(Name::text).distinct().count() > 1);
    }
}
