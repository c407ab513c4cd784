// Thousands of made-up calls to everything that writes, as everybody: the long form of server/src/fuzz.test.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { emptyResults, runVitest } from '../parts.mjs'
import { countFuzz } from './journal.ts'
import { tallyText } from './report.mjs'

export async function run({ folder, options }) {
  const counts = path.join(folder, 'counts')
  writeFileSync(counts, '')
  emptyResults()
  const began = performance.now()
  const { passed, failed, failures } = await runVitest(
    'fuzz',
    ['run', '--project=server', '/fuzz.test.ts'],
    {
      FUZZ_CALLS: String(options.calls),
      FUZZ_SEED: String(options.seed),
      FUZZ_COUNTS: counts,
    },
  )
  const { routes, calls, statuses } = countFuzz(readFileSync(counts, 'utf8'))
  return {
    rows: [
      ['calls', 'routes', 'roles', 'by status', 'seconds'],
      [
        String(calls),
        String(routes),
        '4',
        tallyText(statuses),
        ((performance.now() - began) / 1_000).toFixed(0),
      ],
    ],
    problems: [
      ...(failed > 0 ? [`${failed} of ${passed + failed} routes and roles failed.`] : []),
      ...(failures ?? []).slice(0, 5).map((failure) => failure.slice(0, 2_000)),
      ...(calls === 0 ? ['Nothing was sent.'] : []),
    ],
  }
}
