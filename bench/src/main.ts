import { parseArgs } from 'node:util'
import { benchAnalytics } from './reads/analytics.ts'
import { benchCache } from './reads/cache.ts'
import { benchAll } from './all/all.ts'
import { benchCosts } from './costs/costs.ts'
import { readBenchEnv, type BenchInput } from './env.ts'
import { benchJobs } from './jobs/jobs.ts'
import { benchMedia } from './media/media.ts'
import { benchMessages } from './messages/messages.ts'
import { benchMemory } from './all/memory.ts'
import { benchGrowth } from './growth/growth.ts'
import { benchPlans } from './plans/plans.ts'
import { benchPaint } from './paint/paint.ts'
import { benchProfile } from './profile/profile.ts'
import { benchSearch } from './reads/search.ts'
import { benchYear } from './year/year.ts'

/** Every bench with the names of its parts. */
const BENCHES = new Map<string, { bench: (input: BenchInput) => Promise<void>; parts: string[] }>([
  ['all', { bench: benchAll, parts: [] }],
  ['costs', { bench: benchCosts, parts: [] }],
  ['memory', { bench: benchMemory, parts: [] }],
  ['growth', { bench: benchGrowth, parts: [] }],
  ['jobs', { bench: benchJobs, parts: [] }],
  ['year', { bench: benchYear, parts: [] }],
  ['plans', { bench: benchPlans, parts: [] }],
  ['paint', { bench: benchPaint, parts: [] }],
  ['profile', { bench: benchProfile, parts: [] }],
  ['search', { bench: benchSearch, parts: [] }],
  ['media', { bench: benchMedia, parts: ['formats', 'quality', 'throughput'] }],
  ['analytics', { bench: benchAnalytics, parts: [] }],
  ['cache', { bench: benchCache, parts: [] }],
  ['messages', { bench: benchMessages, parts: ['list', 'streams'] }],
])

/** One person may keep this many unused uploads. */
const MAX_COUNT = 200

/** Cores; what a quiet machine uses for itself. */
const MOST_OTHERS = 0.4

const USAGE = `Usage: npm run bench -- all [--seconds N] [--scale N] [--only REGEX] [--others CORES] [--soak MINUTES]
       npm run bench -- costs [--seconds N] [--scale N] [--only REGEX]
       npm run bench -- memory [--scale N] [--seconds N] [--soak MINUTES]
       npm run bench -- growth [--seconds N] [--scale 1000000] [--only REGEX] [--others CORES]
       npm run bench -- jobs [--scale 1000000] [--only REGEX]
       npm run bench -- year [--months 12] [--every 1] [--seed 1]
       npm run bench -- plans [--scale N] [--only REGEX]
       npm run bench -- profile ROW [--seconds N] [--scale N]
       npm run bench -- paint [--only REGEX] [--others CORES]
       npm run bench -- search [--scale N] [--seconds N] [--others CORES]
       npm run bench -- media [--part formats|quality|throughput] [--count N] [--until ready]
       npm run bench -- messages [--part list|streams] [--streams N] [--seconds N]
       npm run bench -- analytics [--seconds N]
       npm run bench -- cache [--requests N] [--minutes 1.5] [--only REGEX]`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '100000' },
    months: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    // Only for the seeds.
    people: { type: 'string' },
    members: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    part: { type: 'string' },
    count: { type: 'string', default: '100' },
    until: { type: 'string', default: 'all' },
    streams: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '1.5' },
    only: { type: 'string' },
    soak: { type: 'string', default: '0' },
    others: { type: 'string', default: String(MOST_OTHERS) },
    // Only for the start.
    port: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const count = Number(values.count)
const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_COUNT
const streams = Number(values.streams)
const isStreams = Number.isInteger(streams) && streams >= 100 && streams % 2 === 0
const requests = Number(values.requests)
const isRequests = Number.isInteger(requests) && requests >= 1_000
const minutes = Number(values.minutes)
const mostOthers = Number(values.others)
const chosen = BENCHES.get(positionals[0] ?? '')
const isPart = values.part === undefined || chosen?.parts.includes(values.part)
const months = Number(values.months)
const every = Number(values.every)
const isMonths = Number.isInteger(months) && months >= 1 && months <= 36 && 30 % every === 0
const isSeconds = seconds >= 3 && seconds <= 120
if (
  chosen === undefined ||
  !isSeconds ||
  !isPart ||
  !isCount ||
  !isStreams ||
  !isRequests ||
  !(minutes > 0) ||
  !isMonths ||
  !(mostOthers > 0)
) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}
try {
  await chosen.bench({
    env: readBenchEnv(),
    seconds,
    scale: values.scale,
    part: values.part ?? null,
    count,
    until: values.until === 'ready' ? 'ready' : 'all',
    streams,
    requests,
    minutes,
    only: new RegExp(values.only ?? ''),
    mostOthers,
    soak: Number(values.soak),
    months,
    every,
    seed: values.seed,
    row: positionals[1] ?? null,
    isWhole: values.only === undefined && mostOthers <= MOST_OTHERS,
    print: (text) => process.stdout.write(`${text}\n`),
  })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
