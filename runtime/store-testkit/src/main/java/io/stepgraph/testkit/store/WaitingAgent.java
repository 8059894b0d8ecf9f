package io.stepgraph.testkit.store;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import io.stepgraph.testkit.store.WaitingAgentGraph.PlanNext;
import io.stepgraph.testkit.store.WaitingAgentGraph.RoundNext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Waits for fixed and for computed times, once, in loops and after an answer. */
@StepGraph(start = "plan", name = "engine-waits")
final class WaitingAgent {

    /** The state: what the steps write down, where the run waits, and how long. */
    static final class Day {
        public List<String> lines = new ArrayList<>();
        public Place place = Place.NAP;
        public Duration length = Duration.ZERO;
        public Instant until = Instant.EPOCH;
        public int rounds;

        static Day at(Place place) {
            Day day = new Day();
            day.place = place;
            return day;
        }

        static Day at(Place place, Duration length) {
            Day day = at(place);
            day.length = length;
            return day;
        }

        static Day until(Instant end) {
            Day day = at(Place.SLEEP);
            day.until = end;
            return day;
        }

        static Day rounds(Place place, int rounds, Duration length) {
            Day day = at(place, length);
            day.rounds = rounds;
            return day;
        }
    }

    /** The transitions of {@code plan} and {@code round}. */
    enum Place {
        NAP,
        REST,
        SLEEP,
        WATCH,
        RING,
        PAUSE,
        COUNT
    }

    record Snooze(Duration length) {}

    record Up() {}

    @Step(next = {"nap", "rest", "sleep", "watch", "ring", "round"})
    PlanNext plan(Day day) {
        return switch (day.place) {
            case NAP -> PlanNext.nap();
            case REST -> PlanNext.rest();
            case SLEEP -> PlanNext.sleep();
            case WATCH -> PlanNext.watch();
            case RING -> PlanNext.ring();
            case PAUSE, COUNT -> PlanNext.round();
        };
    }

    @Wait(next = "wake", length = "700ms")
    void nap(Day day) {
        day.lines.add("naps");
    }

    @Wait(next = "wake")
    Duration rest(Day day) {
        day.lines.add("rests");
        return day.length;
    }

    @Wait(next = "wake")
    Instant sleep(Day day) {
        day.lines.add("sleeps");
        return day.until;
    }

    @Wait(next = "wake")
    @RequiresMode(ACCEPT_EDITS)
    Duration watch(Day day) {
        return day.length;
    }

    @Step(next = {"pause", "count", END})
    RoundNext round(Day day) {
        if (day.rounds == 0) {
            return RoundNext.end();
        }
        day.rounds--;
        return day.place == Place.COUNT ? RoundNext.count() : RoundNext.pause();
    }

    @Wait(next = "round")
    Duration pause(Day day) {
        return day.length;
    }

    @Wait(next = "round")
    @MaxVisits(times = 2, then = "wake")
    Duration count(Day day) {
        day.lines.add("counts");
        return day.length;
    }

    @Interrupt(
            answer = {Snooze.class, Up.class},
            next = {"snooze", "up"})
    String ring(Day day) {
        return "Up?";
    }

    @Wait(next = "ring")
    @GatedBy("ring")
    Duration snooze(Day day, Snooze snooze) {
        day.lines.add("snoozes");
        return snooze.length();
    }

    @Step(next = END)
    @GatedBy("ring")
    void up(Day day, Up up) {
        day.lines.add("up");
    }

    @Step(next = END)
    void wake(Day day) {
        day.lines.add("awake");
    }
}
