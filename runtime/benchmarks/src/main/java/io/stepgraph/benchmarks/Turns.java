package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Part;
import io.stepgraph.benchmarks.Figure.Timed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Interleaves sides: in each turn every side is timed once, in an order drawn by lot. What disturbs the machine for
 * longer than a turn disturbs all sides, and no side always follows the same other one.
 */
final class Turns implements AutoCloseable {
    private final List<Timed> figures;
    private final List<Side.Opened> opened = new ArrayList<>();
    private final Random random;

    private Turns(List<Timed> figures, Random random) {
        this.figures = figures;
        this.random = random;
    }

    /**
     * Times all figures in turns.
     *
     * @param warmUps how many turns are thrown away first
     * @param turns how many are kept
     * @return what each turn took, by figure
     */
    static List<Map<Part, Double>> take(List<Timed> figures, int warmUps, int turns, Random random)
            throws IOException, InterruptedException {
        try (Turns all = new Turns(figures, random)) {
            for (Timed figure : figures) {
                all.opened.add(figure.side().open());
            }
            for (int i = 0; i < warmUps; i++) {
                all.next();
            }
            List<Map<Part, Double>> taken = new ArrayList<>();
            for (int i = 0; i < turns; i++) {
                taken.add(all.next());
            }
            return taken;
        }
    }

    private Map<Part, Double> next() throws IOException, InterruptedException {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < opened.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        Map<Part, Double> turn = new HashMap<>();
        for (int i : order) {
            turn.put(figures.get(i), opened.get(i).take());
        }
        return turn;
    }

    @Override
    public void close() {
        opened.forEach(Side.Opened::close);
    }
}
