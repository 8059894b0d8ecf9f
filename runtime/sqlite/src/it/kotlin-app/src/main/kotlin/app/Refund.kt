package app

import app.RefundGraph.AssessNext // generated
import io.stepgraph.GatedBy
import io.stepgraph.Interrupt
import io.stepgraph.PermissionMode.ACCEPT_EDITS
import io.stepgraph.RequiresMode
import io.stepgraph.Step
import io.stepgraph.StepGraph
import io.stepgraph.StepGraph.END
import java.math.BigDecimal

data class Claim(val order: String, val amount: BigDecimal, val note: String?)

data class Question(val text: String)

data class Granted(val by: String)

data class Refused(val why: String)

@StepGraph(start = "assess")
class Refund {
    @Step(next = ["decide", "reject"])
    fun assess(claim: Claim): AssessNext =
        if (claim.amount.signum() > 0) AssessNext.decide() else AssessNext.reject()

    @Interrupt(answer = [Granted::class, Refused::class], next = ["pay", "decline"])
    fun decide(claim: Claim): Question = Question("Refund ${claim.amount}?")

    @Step(next = [END])
    @RequiresMode(ACCEPT_EDITS)
    @GatedBy("decide")
    fun pay(claim: Claim, granted: Granted): Claim = claim.copy(note = "paid by ${granted.by}")

    @Step(next = [END])
    fun decline(claim: Claim, refused: Refused): Claim = claim.copy(note = refused.why)

    @Step(next = [END])
    fun reject(claim: Claim): Claim = claim.copy(note = "no amount")
}
