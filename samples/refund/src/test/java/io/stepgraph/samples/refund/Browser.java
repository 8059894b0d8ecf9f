package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium, which shows one page. */
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
                .as(
                        "The page is tested only with chromium and chromedriver, on the PATH or as CHROME and CHROMEDRIVER.")
                .isTrue();
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chrome.orElseThrow().toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--window-size=1400,1150",
                "--lang=en-GB");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.orElseThrow().toFile())
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Opens a page as somebody who comes for the first time. */
    void open(String address) {
        driver.get(address);
        driver.executeScript("sessionStorage.clear()");
        driver.navigate().refresh();
        complaints(); // those of earlier pages are forgotten
    }

    private static Optional<Path> program(String variable, String... names) {
        String named = System.getenv(variable);
        if (named != null && !named.isBlank()) {
            return Optional.of(Path.of(named));
        }
        List<String> folders = Arrays.asList(
                Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator, -1));
        return Stream.of(names)
                .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    void signIn(String token) throws Exception {
        type("#token", token);
        click("#sign-in button");
        seen("#desk");
    }

    void signOut() throws Exception {
        click("#sign-out");
        seen("#token");
    }

    /** Waits until an element is shown. */
    void seen(String selector) throws Exception {
        World.until(() -> find(selector));
    }

    void click(String selector) throws Exception {
        once(selector, WebElement::click);
    }

    void type(String selector, String text) throws Exception {
        once(selector, field -> field.sendKeys(text));
    }

    /** The page redraws its lists when they change, so an element may be gone between two commands. */
    private void once(String selector, Consumer<WebElement> action) throws Exception {
        World.until(() -> {
            WebElement element = find(selector);
            if (element == null) {
                return null;
            }
            try {
                action.accept(element);
                return true;
            } catch (StaleElementReferenceException drawnAnew) {
                return null;
            }
        });
    }

    private @Nullable WebElement find(String selector) {
        try {
            return driver.findElements(By.cssSelector(selector)).stream()
                    .filter(WebElement::isDisplayed)
                    .findFirst()
                    .orElse(null);
        } catch (StaleElementReferenceException drawnAnew) {
            return null;
        }
    }

    /** Waits until the text of an element contains this. */
    void reads(String selector, String text) throws Exception {
        World.until(() -> text(selector).contains(text) ? true : null);
    }

    String text(String selector) {
        // The page redraws itself meanwhile, so the text is read in one step.
        return String.valueOf(driver.executeScript(
                "return Array.from(document.querySelectorAll(arguments[0])).map(e => e.textContent).join('\\n')",
                selector));
    }

    Object script(String code, Object... arguments) {
        return driver.executeScript(code, arguments);
    }

    /** What the browser complains about. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Keeps a picture of the page, for people to look at. */
    void picture(String name) throws IOException {
        Path file = driver.getScreenshotAs(OutputType.FILE).toPath();
        Files.move(file, Files.createDirectories(PICTURES).resolve(name + ".png"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
