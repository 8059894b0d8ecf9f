package io.stepgraph.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An MCP server over stdio, a process of its own. */
final class McpServerProgram {
    private static final Pattern REQUEST =
            Pattern.compile("(?=.*\"id\":(\\d+))(?=.*\"method\":\"([^\"]+)\")(?:.*\"name\":\"([^\"]+)\")?.*");
    private static final String TOOLS = String.join(
            ",",
            tool("look", "{\"readOnlyHint\":true}"),
            tool("list", "{\"readOnlyHint\":true}"),
            tool("remove", "{}"),
            tool("send", "{\"destructiveHint\":false}"),
            tool("write", "{\"destructiveHint\":false,\"idempotentHint\":true}"),
            tool("wait", "{\"destructiveHint\":false}"));

    private int written;

    public static void main(String[] args) throws IOException {
        McpServerProgram server = new McpServerProgram();
        PrintStream out = new PrintStream(System.out, true, UTF_8);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher request = REQUEST.matcher(line);
                String result = request.matches() ? server.result(request.group(2), request.group(3)) : "";
                if (!result.isEmpty()) {
                    out.println("{\"jsonrpc\":\"2.0\",\"id\":" + request.group(1) + ",\"result\":{" + result + "}}");
                }
            }
        }
    }

    private static String tool(String name, String hints) {
        return """
                {"name":"%s","annotations":%s,"inputSchema":{"type":"object",\
                "properties":{"path":{"type":"string"}},"required":["path"]}}""".formatted(name, hints);
    }

    private String result(String method, String tool) {
        return switch (method) {
            case "initialize" ->
                "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                        + "\"serverInfo\":{\"name\":\"files\",\"version\":\"1\"}";
            case "tools/list" -> "\"tools\":[" + TOOLS + "]";
            case "tools/call" -> called(tool);
            default -> " ";
        };
    }

    /** The first call of a tool that writes fails, and one that waits is never answered. */
    private String called(String tool) {
        return switch (tool) {
            case "look" -> text("There it is.", false);
            case "remove" -> text("Removed.", false);
            case "write" -> ++written == 1 ? text("The disk is slow.", true) : text("Written again.", false);
            case "wait" -> "";
            default -> text("The line is busy.", true);
        };
    }

    private static String text(String text, boolean isError) {
        return "\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}],\"isError\":" + isError;
    }
}
