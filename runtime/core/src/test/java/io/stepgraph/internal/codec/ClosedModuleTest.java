package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static io.stepgraph.internal.codec.Codecs.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.graph.Json;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R12: where a user's module keeps Jackson out of a class, the error says which line lets it in. */
@Tag("R12")
class ClosedModuleTest {
    private static final String OPENS =
            "Add \"opens shop.data to tools.jackson.databind;\" to the module-info.java of shop.";
    private static ClassLoader shop;

    @BeforeAll
    static void compile(@TempDir Path directory) throws Exception {
        Path source = Files.createDirectories(directory.resolve("src/shop/data"));
        Files.writeString(directory.resolve("src/module-info.java"), "module shop { exports shop.data; }");
        Files.writeString(source.resolve("Cart.java"), """
                package shop.data;
                public class Cart {
                    private String secret = "s";
                    public record Line(String item, int count) {}
                    public static class Open { public Object line = new Line("x", 1).item(); }
                }
                """);
        Path classes = directory.resolve("classes");
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        directory.resolve("src/module-info.java").toString(),
                        source.resolve("Cart.java").toString());
        assertThat(result).isZero();
        ModuleLayer boot = ModuleLayer.boot();
        ModuleLayer layer = boot.defineModulesWithOneLoader(
                boot.configuration().resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("shop")),
                ClassLoader.getSystemClassLoader());
        shop = layer.findLoader("shop");
        for (String name : List.of("shop.data.Cart", "shop.data.Cart$Line", "shop.data.Cart$Open")) {
            shop.loadClass(name);
        }
    }

    @Test
    void r12APrivateFieldOfAClosedPackageSaysHowToOpenIt() throws Exception {
        Object cart = shop.loadClass("shop.data.Cart").getConstructor().newInstance();

        assertThat(refusal(cart).path()).isEqualTo("Cart.secret");
        assertThat(refusal(cart)).hasMessageContaining(OPENS);
        assertThatThrownBy(() -> codec(cart.getClass()).read(Json.of("{\"secret\":\"x\"}")))
                .isInstanceOf(UnreadableValueException.class)
                .hasMessageContaining(OPENS);
    }

    @Test
    void publicRecordsAndFieldsOfAnExportedPackageNeedNotBeOpened() throws Exception {
        Object line = shop.loadClass("shop.data.Cart$Line")
                .getConstructor(String.class, int.class)
                .newInstance("x", 2);
        Object open = shop.loadClass("shop.data.Cart$Open").getConstructor().newInstance();

        assertThat(refusal(line)).isNull();
        assertThat(refusal(open)).isNull();
    }
}
