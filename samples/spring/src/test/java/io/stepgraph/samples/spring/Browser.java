package io.stepgraph.samples.spring;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium. */
final class Browser implements AutoCloseable {
    private static final Path PICTURES = Path.of("target/screenshots");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts a browser; skips the test on a machine without Chromium. */
    static Browser start() {
        Optional<Path> chrome = program("CHROME", "chromium", "chromium-browser", "google-chrome");
        Optional<Path> driver = program("CHROMEDRIVER", "chromedriver");
        assumeThat(chrome.isPresent() && driver.isPresent())
                .as("The page is tested with chromium and chromedriver, on the PATH or as CHROME and CHROMEDRIVER.")
                .isTrue();
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chrome.orElseThrow().toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en-GB");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.orElseThrow().toFile())
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    private static Optional<Path> program(String variable, String... names) {
        Map<String, String> environment = System.getenv();
        if (environment.containsKey(variable)) {
            return Optional.of(Path.of(environment.get(variable)));
        }
        String[] folders = environment.getOrDefault("PATH", "").split(File.pathSeparator);
        return Stream.of(names)
                .flatMap(name -> Stream.of(folders).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page as somebody who comes for the first time. */
    void open(String address) {
        driver.get(address);
        driver.manage().deleteAllCookies();
        driver.get(address);
        complaints(); // those of earlier pages are forgotten
    }

    void signIn(String name) {
        type("#username", name);
        type("#password", name);
        click("main button");
        reads("#actor", name);
    }

    void signOut() {
        click("header button");
        reads(".notice", "signed out");
    }

    void click(String selector) {
        act(selector, WebElement::click);
    }

    void type(String selector, String text) {
        act(selector, field -> field.sendKeys(text));
    }

    /** Replaces what a field has. */
    void retype(String selector, String text) {
        act(selector, WebElement::clear);
        type(selector, text);
    }

    String property(String selector, String name) {
        return String.valueOf(act(selector, element -> {}).getDomProperty(name));
    }

    /** Waits until an element is there, and does something with it. The page may draw it anew meanwhile. */
    private WebElement act(String selector, Consumer<WebElement> action) {
        return patience()
                .until(
                        () -> {
                            WebElement element = driver.findElement(By.cssSelector(selector));
                            action.accept(element);
                            return element;
                        },
                        Objects::nonNull);
    }

    /** Waits until an element has this text. */
    void reads(String selector, String text) {
        patience()
                .until(() ->
                        driver.findElement(By.cssSelector(selector)).getText().contains(text));
    }

    private static ConditionFactory patience() {
        return await().atMost(Duration.ofSeconds(20)).ignoreExceptionsInstanceOf(WebDriverException.class);
    }

    Object script(String code) {
        return driver.executeScript(code);
    }

    /** What the browser complains about. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Keeps pictures of the page, as wide as a desk's screen and as a phone's, for people to look at. */
    void picture(String name) throws IOException {
        picture(name, 1200);
        picture(name + "-narrow", 390);
    }

    private void picture(String name, int width) throws IOException {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
        Path file = driver.getScreenshotAs(OutputType.FILE).toPath();
        driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        Files.move(file, Files.createDirectories(PICTURES).resolve(name + ".png"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
