package io.stepgraph.samples.spring;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
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
        } catch (InvalidAnswerException invalid) {
            return refused(invalid, HttpStatus.UNPROCESSABLE_CONTENT, form, model, actor, response);
        } catch (StaleAnswerException stale) {
            return refused(stale, HttpStatus.CONFLICT, form, model, actor, response);
        } catch (AnswerNotPermittedException forbidden) {
            return refused(forbidden, HttpStatus.FORBIDDEN, form, model, actor, response);
        }
        next.addFlashAttribute(NOTICE, "Your answer is stored.");
        return HOME;
    }

    /** The page with what went wrong, and with what the person has typed. */
    private String refused(
            StepgraphException refused,
            HttpStatus status,
            MultiValueMap<String, String> form,
            Model model,
            Actor actor,
            HttpServletResponse response) {
        response.setStatus(status.value());
        model.addAttribute("problem", refused.getMessage());
        model.addAttribute("sent", form);
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
