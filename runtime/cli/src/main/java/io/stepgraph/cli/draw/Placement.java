package io.stepgraph.cli.draw;

import io.stepgraph.draw.Picture;
import io.stepgraph.draw.Picture.Line;
import io.stepgraph.draw.Picture.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.options.CycleBreakingStrategy;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.OrderingStrategy;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * The places of nodes and edges, in pixels, as the layered algorithm of the Eclipse Layout Kernel chooses them.
 *
 * @param width the width of the picture
 * @param height its height
 */
record Placement(double width, double height, List<Box> boxes, List<Route> routes) {
    private static final double SPACE = 28;
    private static final double MARGIN = 16;

    /** The place of a node. */
    record Box(Node node, double x, double y, double width, double height) {}

    /** A place. */
    record Point(double x, double y) {}

    /** The way of an edge, and the place of the middle of its label. */
    record Route(Line line, List<Point> points, Point label) {}

    static Placement of(Picture picture) {
        ElkNode root = ElkGraphUtil.createGraph();
        root.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
        root.setProperty(LayeredOptions.DIRECTION, picture.wide() ? Direction.RIGHT : Direction.DOWN);
        root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        // A loop turns back at the edge that leads to an earlier step in the source.
        root.setProperty(LayeredOptions.CYCLE_BREAKING_STRATEGY, CycleBreakingStrategy.MODEL_ORDER);
        root.setProperty(LayeredOptions.CONSIDER_MODEL_ORDER_STRATEGY, OrderingStrategy.PREFER_EDGES);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE, SPACE);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, SPACE);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE, SPACE / 2);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, SPACE / 2);
        root.setProperty(LayeredOptions.SPACING_EDGE_EDGE, SPACE / 2);
        root.setProperty(LayeredOptions.PADDING, new ElkPadding(MARGIN));
        Map<String, ElkNode> nodes = new HashMap<>();
        for (Node node : picture.nodes()) {
            ElkNode placed = ElkGraphUtil.createNode(root);
            Lettering.Size size = Lettering.of(node);
            placed.setDimensions(size.width(), size.height());
            nodes.put(node.id(), placed);
        }
        List<ElkEdge> edges = new ArrayList<>();
        for (Line line : picture.lines()) {
            edges.add(edge(line, nodes));
        }
        new RecursiveGraphLayoutEngine().layout(root, new BasicProgressMonitor());
        List<Box> boxes = new ArrayList<>();
        for (Node node : picture.nodes()) {
            ElkNode placed = existing(nodes, node.id());
            boxes.add(new Box(node, placed.getX(), placed.getY(), placed.getWidth(), placed.getHeight()));
        }
        List<Route> routes = new ArrayList<>();
        for (int i = 0; i < edges.size(); i++) {
            routes.add(route(picture.lines().get(i), edges.get(i)));
        }
        return new Placement(root.getWidth(), root.getHeight(), boxes, routes);
    }

    private static ElkEdge edge(Line line, Map<String, ElkNode> nodes) {
        ElkEdge edge = ElkGraphUtil.createSimpleEdge(existing(nodes, line.from()), existing(nodes, line.to()));
        if (!line.labels().isEmpty()) {
            ElkLabel label = ElkGraphUtil.createLabel(String.join("\n", line.labels()), edge);
            Lettering.Size size = Lettering.of(line);
            label.setDimensions(size.width(), size.height());
            label.setProperty(LayeredOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
        }
        return edge;
    }

    private static ElkNode existing(Map<String, ElkNode> nodes, String id) {
        ElkNode node = nodes.get(id);
        if (node == null) {
            throw new IllegalArgumentException("There is no node '" + id + "'.");
        }
        return node;
    }

    private static Route route(Line line, ElkEdge edge) {
        List<Point> points = new ArrayList<>();
        for (ElkEdgeSection section : edge.getSections()) {
            points.add(new Point(section.getStartX(), section.getStartY()));
            section.getBendPoints().forEach(bend -> points.add(new Point(bend.getX(), bend.getY())));
            points.add(new Point(section.getEndX(), section.getEndY()));
        }
        Point middle = new Point(0, 0);
        for (ElkLabel label : edge.getLabels()) {
            middle = new Point(label.getX() + label.getWidth() / 2, label.getY() + label.getHeight() / 2);
        }
        return new Route(line, points, middle);
    }
}
