import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runSequences, shrink } from '../../../test/money/sequences.ts'

/** The bench runs many more and reads their results. */
const { MONEY_SEED = '1', MONEY_SEQUENCES = '32', MONEY_REPORT } = process.env

test('every cent is accounted for, whatever happens in whatever order', async () => {
  const tally = await runSequences(Number(MONEY_SEED), Number(MONEY_SEQUENCES))
  const { failed } = tally
  const least =
    failed === null || process.env.MONEY_SHRINK === undefined
      ? null
      : await shrink(failed.seed, failed.outcome.steps)
  const told = (least ?? failed?.outcome)?.trace.join('\n') ?? ''
  const problems = failed === null ? [] : [`seed ${failed.seed}`, ...failed.outcome.problems]
  if (MONEY_REPORT !== undefined) {
    const { struck, statuses, booked } = tally
    const counts = Object.fromEntries(
      Object.entries({ struck, statuses, booked }).map(([name, map]) => [
        name,
        Object.fromEntries(map),
      ]),
    )
    await writeFile(MONEY_REPORT, JSON.stringify({ ...tally, ...counts, failed: problems, told }))
  }
  expect(problems, told).toEqual([])
  expect(tally.struck.size).toBeGreaterThan(0)
}, 86_400_000)
