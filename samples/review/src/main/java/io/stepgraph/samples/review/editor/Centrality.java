package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How central each sentence is to its text: the more a sentence shares with other sentences, and the more central those
 * are, the higher it ranks.
 *
 * <p>This is the continuous LexRank of G. Erkan and D. R. Radev, <i>LexRank: Graph-based Lexical Centrality as Salience
 * in Text Summarization</i>, Journal of Artificial Intelligence Research 22, 2004 (a sibling of R. Mihalcea and P.
 * Tarau,
 * <i>TextRank: Bringing Order into Texts</i>, EMNLP 2004): a random walk on the sentences whose edges are the cosines
 * of their tf-idf vectors.
 *
 * <p>The n by n matrix of cosines is never built. It is the product of the sentence vectors with themselves, so a
 * step of the walk is two passes over the terms, and the whole is linear in the length of the text.
 */
final class Centrality {

    private static final double DAMPING = 0.85;
    private static final int MOST_STEPS = 60;
    private static final double CLOSE_ENOUGH = 1e-7;

    /** For each sentence, its distinct terms by number and their weights, as a vector of length 1. */
    private final int[][] terms;

    private final double[][] weights;
    private final int vocabulary;

    private Centrality(int[][] terms, double[][] weights, int vocabulary) {
        this.terms = terms;
        this.weights = weights;
        this.vocabulary = vocabulary;
    }

    /** One score for each sentence; they sum to 1. */
    static double[] of(List<Sentence> sentences) {
        return vectors(sentences).walk();
    }

    private static Centrality vectors(List<Sentence> sentences) {
        Map<String, Integer> numbers = new HashMap<>();
        List<Map<Integer, Integer>> counts = new ArrayList<>();
        for (Sentence sentence : sentences) {
            Map<Integer, Integer> count = new HashMap<>();
            for (String term : sentence.terms()) {
                count.merge(numbers.computeIfAbsent(term, unseen -> numbers.size()), 1, Integer::sum);
            }
            counts.add(count);
        }
        int[] sentencesWith = new int[numbers.size()];
        counts.forEach(count -> count.keySet().forEach(term -> sentencesWith[term]++));

        int n = sentences.size();
        int[][] terms = new int[n][];
        double[][] weights = new double[n][];
        for (int i = 0; i < n; i++) {
            Map<Integer, Integer> count = counts.get(i);
            terms[i] =
                    count.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
            weights[i] = Arrays.stream(terms[i])
                    .mapToDouble(term -> count.getOrDefault(term, 0) * Math.log(1 + (double) n / sentencesWith[term]))
                    .toArray();
            double length = Math.sqrt(Arrays.stream(weights[i]).map(w -> w * w).sum());
            weights[i] = Arrays.stream(weights[i]).map(w -> w / length).toArray();
        }
        return new Centrality(terms, weights, numbers.size());
    }

    private double[] walk() {
        int n = terms.length;
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        double[] degrees = spread(ones);

        double[] scores = new double[n];
        Arrays.fill(scores, 1.0 / n);
        for (int step = 0; step < MOST_STEPS; step++) {
            double[] outgoing = new double[n];
            double stranded = 0;
            for (int i = 0; i < n; i++) {
                if (degrees[i] > 1e-9) {
                    outgoing[i] = scores[i] / degrees[i];
                } else {
                    stranded += scores[i];
                }
            }
            double[] incoming = spread(outgoing);
            double change = 0;
            for (int i = 0; i < n; i++) {
                double score = (1 - DAMPING) / n + DAMPING * (incoming[i] + stranded / n);
                change += Math.abs(score - scores[i]);
                scores[i] = score;
            }
            if (change < CLOSE_ENOUGH) {
                break;
            }
        }
        return scores;
    }

    /**
     * The amount that each sentence receives if every other one sends its amount along its edges, times their cosines.
     */
    private double[] spread(double[] amounts) {
        double[] sum = new double[vocabulary];
        for (int i = 0; i < terms.length; i++) {
            for (int k = 0; k < terms[i].length; k++) {
                sum[terms[i][k]] += amounts[i] * weights[i][k];
            }
        }
        double[] received = new double[terms.length];
        for (int i = 0; i < terms.length; i++) {
            double own = 0;
            for (int k = 0; k < terms[i].length; k++) {
                received[i] += sum[terms[i][k]] * weights[i][k];
                own += weights[i][k] * weights[i][k];
            }
            received[i] = Math.max(0, received[i] - own * amounts[i]);
        }
        return received;
    }
}
