import { parseArgs } from 'node:util'
import { readBenchEnv } from './env.ts'
import { benchMedia } from './media.ts'
import { benchPortfolios } from './portfolios.ts'
import { benchPosts } from './posts.ts'

const BENCHES = new Map([
  ['portfolios', benchPortfolios],
  ['posts', benchPosts],
  ['media', benchMedia],
])

const PARTS = ['formats', 'quality', 'throughput']
/** So many may one person keep without using them. */
const MAX_COUNT = 200

const USAGE = `Usage: npm run bench -- portfolios|posts [--scale 100000|1000000] [--seconds N]
       npm run bench -- media [--part formats|quality|throughput] [--count N] [--until ready]`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    part: { type: 'string' },
    count: { type: 'string', default: '100' },
    until: { type: 'string', default: 'all' },
  },
})
const seconds = Number(values.seconds)
const count = Number(values.count)
const isPart = values.part === undefined || PARTS.includes(values.part)
const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_COUNT
const bench = BENCHES.get(positionals[0] ?? '')
if (bench === undefined || !(seconds >= 3 && seconds <= 120) || !isPart || !isCount) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}
try {
  await bench({
    env: readBenchEnv(),
    seconds,
    scale: values.scale,
    part: values.part ?? null,
    count,
    until: values.until === 'ready' ? 'ready' : 'all',
    print: (text) => process.stdout.write(`${text}\n`),
  })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
