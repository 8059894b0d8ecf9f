package io.stepgraph.langchain4j.support;

import dev.langchain4j.service.tool.ToolProvider;
import io.stepgraph.langchain4j.Does;
import io.stepgraph.langchain4j.ToolCall;
import io.stepgraph.langchain4j.Tools;

/** The tools in code of the page. */
public final class ToolsInCode {
    private ToolsInCode() {}

    /** Only large refunds are approved by a person. */
    public static Tools of(Desk desk, ToolProvider mcp) {
        Does refund = Does.act().sameKey().askIf(ToolsInCode::isLarge, "Pay back {cents} cents?");
        return Tools.builder()
                .add(desk)
                .does("refund", refund)
                .does("mail", Does.act())
                .add(mcp, Does::byHints)
                .build();
    }

    private static boolean isLarge(ToolCall call) {
        return ((Number) call.arguments().get("cents")).doubleValue() > 100_00;
    }
}
