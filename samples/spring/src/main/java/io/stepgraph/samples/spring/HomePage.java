package io.stepgraph.samples.spring;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StaleAnswerException;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page: a form for a new claim, the claims, and the open questions as forms. */
@Controller
public class HomePage {
    private static final String HOME = "redirect:/";
    private static final String NOTICE = "notice";
    private static final String PROBLEM = "problem";

    private final ClaimService claims;
    private final Questions questions;

    HomePage(ClaimService claims, Questions questions) {
        this.claims = claims;
        this.questions = questions;
    }

    @GetMapping("/login")
    String signIn() {
        return "login";
    }

    @GetMapping("/")
    String home(Model model, Actor actor) {
        model.addAttribute("newClaim", new NewClaim("", null));
        return page(model, actor);
    }

    @PostMapping("/")
    String submit(
            @Valid @ModelAttribute NewClaim claim,
            BindingResult binding,
            Model model,
            Actor actor,
            HttpServletResponse response,
            RedirectAttributes next) {
        if (binding.hasErrors()) {
            response.setStatus(HttpStatus.UNPROCESSABLE_CONTENT.value());
            return page(model, actor);
        }
        next.addFlashAttribute(NOTICE, "Claim " + claims.submit(actor, claim) + " is handed in.");
        return HOME;
    }

    @PostMapping("/answer")
    String answer(
            @RequestParam String ticket,
            @RequestParam MultiValueMap<String, String> form,
            Model model,
            Actor actor,
            HttpServletResponse response,
            RedirectAttributes next) {
        try {
            questions.answer(actor, ticket, AnswerForm.json(form));
            next.addFlashAttribute(NOTICE, "Your answer is stored.");
            return HOME;
        } catch (InvalidAnswerException invalid) {
            response.setStatus(HttpStatus.UNPROCESSABLE_CONTENT.value());
            model.addAttribute(PROBLEM, invalid.getMessage());
        } catch (StaleAnswerException late) {
            response.setStatus(HttpStatus.CONFLICT.value());
            model.addAttribute(PROBLEM, "Your answer comes too late: this question does not wait any more.");
        } catch (AnswerNotPermittedException forbidden) {
            response.setStatus(HttpStatus.FORBIDDEN.value());
            model.addAttribute(PROBLEM, forbidden.getMessage());
        }
        model.addAttribute("sent", form); // so that nobody has to type it again
        return home(model, actor);
    }

    private String page(Model model, Actor actor) {
        model.addAttribute("actor", actor);
        model.addAttribute("claims", claims.latest(actor));
        model.addAttribute(
                "questions", questions.of(actor).stream().map(AnswerForm::of).toList());
        return "home";
    }
}
