package app

import app.RefundGraph.Outcome
import app.RefundGraph.Runs
import io.stepgraph.PermissionMode.ACCEPT_EDITS
import io.stepgraph.engine.Runner
import io.stepgraph.sqlite.SqliteStore
import java.math.BigDecimal
import java.nio.file.Path
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

class RefundTest {
    @TempDir
    lateinit var folder: Path

    @Test
    fun `goes on in another runner where the first one stopped`() {
        val claim = Claim("o-1", BigDecimal("12.50"), note = null)
        val asked = inNewRunner { it.run("r-1", claim) } as Outcome.Decide
        assertEquals(Question("Refund 12.50?"), asked.question)

        val ended = inNewRunner { it.answerDecide(asked, Granted("Ann")) } as Outcome.Completed
        assertEquals(claim.copy(note = "paid by Ann"), ended.result)
    }

    @Test
    fun `is tested without a store`() {
        val machine = RefundGraph.of(Refund()).machine(ACCEPT_EDITS)
        val ended = machine.start(Claim("o-2", BigDecimal.ZERO, note = null)) as Outcome.Completed
        assertEquals("no amount", ended.result.note)
    }

    @Test
    fun `brings its picture`() {
        assertNotNull(Refund::class.java.getResource("/META-INF/stepgraph/app.Refund.mmd"))
    }

    private fun inNewRunner(work: (Runs) -> Outcome): Outcome =
        SqliteStore.open(folder.resolve("runs.db")).use { store ->
            Runner.builder(store).maxMode(ACCEPT_EDITS).build().use { runner ->
                work(RefundGraph.of(Refund()).on(runner))
            }
        }
}
