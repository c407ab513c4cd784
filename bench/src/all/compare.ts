import { percentile } from '../figures.ts'
import { loadHttp, WARM_UP_SECONDS, type Load } from '../load/http.ts'
import { watchMachine, type Roots } from '../machine.ts'

/** Pairs of measurements of one row. */
const ROUNDS = 3
/** A row is measured this many times at most until enough rounds are alike. */
const MOST_ROUNDS = 9
/** How far the limit before and the limit after may be apart, as a share of the larger. */
const MOST_APART = 0.2
/** One side of a comparison. */
export interface Side {
  /** Where requests go. */
  origin: string
  next: () => Buffer
  /** Called before each load of so many seconds, for what it uses up. */
  prepare?: (seconds: number) => Promise<void>
}

export interface Comparison {
  row: Side
  /** What the row is compared with: it is measured right before and right after each of the row's rounds. */
  limit: Side
  /** Of the row's own rounds together. */
  seconds: number
  roots: Roots
  /** Cores that anything else on the machine may use. */
  mostOthers: number
}

/** Figures of one side over all rounds that count. */
interface Sum {
  perSecond: number
  p50: number
  p99: number
}

export interface Result {
  row: Sum
  limit: Sum
  /** How many times the limit's rate the row reaches; null: the machine was never the same for both. */
  ratio: number | null
  /** The most that others used during the rounds that count. */
  others: number
  /** Rounds that were thrown away, and rounds in all. */
  unlike: number
  rounds: number
}

interface Round {
  before: Load
  row: Load
  after: Load
  others: number
}

/**
 * Measures a row between two measurements of its limit, several times. A round counts if the limit was the same before
 * and after and nothing else kept the machine busy; others are measured again, up to nine times in all.
 */
export async function compare(input: Comparison): Promise<Result> {
  const { row, limit, seconds, roots, mostOthers } = input
  const load = async ({ origin, next, prepare }: Side, length: number) => {
    await prepare?.(length)
    return loadHttp({ origin, next, seconds: length })
  }
  const warmUp = Math.min(WARM_UP_SECONDS, seconds)
  await load(row, warmUp)
  await load(limit, warmUp)
  const good: Round[] = []
  const bad: Round[] = []
  let before: Load | null = null
  let usage = watchMachine(roots)
  while (good.length < ROUNDS && good.length + bad.length < MOST_ROUNDS) {
    if (before === null) {
      usage = watchMachine(roots)
      before = await load(limit, seconds / ROUNDS)
    }
    const measured = await load(row, seconds / ROUNDS)
    const after: Load = await load(limit, seconds / ROUNDS)
    const { others } = usage()
    const round = { before, row: measured, after, others }
    const isGood = others <= mostOthers && apart(before, after) <= MOST_APART
    ;(isGood ? good : bad).push(round)
    usage = watchMachine(roots)
    before = after
  }
  const isLike = good.length === ROUNDS
  const rounds = isLike ? good : [...good, ...bad]
  return {
    row: sumOf(rounds.map((one) => [one.row])),
    limit: sumOf(rounds.map((one) => [one.before, one.after])),
    ratio: isLike ? percentile(rounds.map(ratioOf), 50) : null,
    others: Math.max(...rounds.map(({ others }) => others)),
    unlike: bad.length,
    rounds: good.length + bad.length,
  }
}

const apart = (a: Load, b: Load): number =>
  Math.abs(a.perSecond - b.perSecond) / Math.max(a.perSecond, b.perSecond)

const ratioOf = ({ before, row, after }: Round): number =>
  (2 * row.perSecond) / (before.perSecond + after.perSecond)

function sumOf(rounds: readonly Load[][]): Sum {
  const loads = rounds.flat()
  const times = loads.flatMap((load) => load.times)
  return {
    perSecond: percentile(
      loads.map((load) => load.perSecond),
      50,
    ),
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  }
}
