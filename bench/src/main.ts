import { parseArgs } from 'node:util'
import { readBenchEnv } from './env.ts'
import { benchPortfolios } from './portfolios.ts'
import { benchPosts } from './posts.ts'

const BENCHES = new Map([
  ['portfolios', benchPortfolios],
  ['posts', benchPosts],
])

const USAGE = 'Usage: npm run bench -- portfolios|posts [--scale 100000|1000000] [--seconds N]'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
  },
})
const seconds = Number(values.seconds)
const bench = BENCHES.get(positionals[0] ?? '')
if (bench === undefined || !(seconds >= 3 && seconds <= 120)) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}
try {
  await bench({
    env: readBenchEnv(),
    seconds,
    scale: values.scale,
    print: (text) => process.stdout.write(`${text}\n`),
  })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
