package io.stepgraph.cli.draw;

import io.stepgraph.draw.Dot;
import io.stepgraph.draw.Mermaid;
import io.stepgraph.draw.Picture;

/** The languages of pictures. */
public enum Format {
    /** For Graphviz. */
    DOT,
    /** For Mermaid, which GitHub and GitLab show in a page. */
    MERMAID,
    /** For a browser. */
    SVG;

    /** The picture in this language. */
    public String of(Picture picture) {
        return switch (this) {
            case DOT -> Dot.of(picture);
            case MERMAID -> Mermaid.of(picture);
            case SVG -> Svg.of(picture);
        };
    }
}
