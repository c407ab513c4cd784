import { sql } from 'kysely'
import { openScene, type Scene } from './people.ts'
import { checkScene, checkWorld } from './checks.ts'
import {
  deliver,
  endChargeback,
  advanceClocks,
  changeRefund,
  onboard,
  openChargeback,
  pay,
  reconcile,
  send,
  failProvider,
  workJobs,
} from './outcomes.ts'
import {
  act,
  actBlindly,
  answerOther,
  confirm,
  advanceProject,
  hire,
  quote,
  refundAgain,
  rule,
  runLimits,
} from './actions.ts'
import { endPromotions, changePromotion, promote } from './promotions.ts'
import { createChance } from './random.ts'
import { startMoneyWorld, type MoneyWorld } from './world.ts'

type Step = (scene: Scene) => Promise<unknown>
const inSome =
  (step: (scene: Scene, hired: Scene['projects'][number]) => Promise<unknown>): Step =>
  async (scene) => {
    if (scene.projects.length > 0) await step(scene, scene.chance.one(scene.projects))
  }

const STEPS = {
  hire,
  quote,
  advanceProject: inSome(advanceProject),
  act: inSome(act),
  actBlindly: inSome(actBlindly),
  answer: inSome(answerOther),
  pay,
  confirm: inSome(confirm),
  rule: inSome(rule),
  refundAgain: inSome(refundAgain),
  runLimits,
  deliver,
  workJobs,
  send,
  reconcile,
  advanceClocks,
  failProvider,
  changeRefund,
  openChargeback,
  endChargeback,
  onboard,
  promote,
  changePromotion,
  endPromotions,
} satisfies Record<string, Step>
type StepName = keyof typeof STEPS

const OFTEN: Record<StepName | 'together', number> = {
  hire: 2,
  quote: 2,
  advanceProject: 42,
  act: 14,
  actBlindly: 4,
  answer: 8,
  pay: 6,
  confirm: 5,
  rule: 5,
  refundAgain: 2,
  runLimits: 4,
  deliver: 9,
  workJobs: 6,
  send: 2,
  reconcile: 2,
  advanceClocks: 7,
  failProvider: 1,
  changeRefund: 2,
  openChargeback: 2,
  endChargeback: 3,
  onboard: 3,
  promote: 2,
  changePromotion: 4,
  endPromotions: 1,
  together: 5,
}

const take = async (scene: Scene, name: StepName): Promise<void> => {
  scene.trace.push(name)
  await STEPS[name](scene)
}

/** Takes two or three steps at the same time. */
async function together(scene: Scene): Promise<void> {
  const { together: _, advanceClocks: __, ...alone } = OFTEN
  const names = Array.from({ length: 2 + scene.chance.below(2) }, () => scene.chance.weighed(alone))
  scene.trace.push(`at once: ${names.join(', ')}`)
  scene.isTogether = true
  await Promise.all(names.map((name) => STEPS[name](scene)))
  scene.isTogether = false
}

/** Ends all faults and finishes everything that waits, by events or by reconciling with the provider. */
async function heal(scene: Scene): Promise<void> {
  const { world, chance } = scene
  const { t } = world
  await world.readEvents()
  const events = chance.is(0.5) ? chance.shuffle(world.pending) : []
  world.pending = []
  for (const event of events) await t.cards.deliver(event)
  for (let round = 0; round < 3; round += 1) {
    await world.workJobs(chance)
    await t.runJob('projects.limits')
    await t.runJob('promotions.limits')
    await t.runJob('money.reconcile', { all: true })
    // An hour later refused transfers are due again and unanswered calls are looked up.
    if (round === 0) await world.advance({ minutes: 61 })
  }
  const left = await world.workJobs(chance)
  if (left > 0) scene.problems.push(`${left} jobs cannot be done`)
  const { rows } = await sql<{ differences: unknown[] }>`
    select differences from reconciliations order by id desc limit 1`.execute(world.db)
  for (const difference of rows[0]?.differences ?? [])
    scene.problems.push(`reconciliation: ${JSON.stringify(difference)}`)
}

interface Outcome {
  steps: number
  calls: number
  struck: ReadonlyMap<string, number>
  /** The final statuses of its projects, and what was booked for them. */
  statuses: readonly string[]
  booked: readonly string[]
  problems: readonly string[]
  trace: readonly string[]
}
const SHORTEST = 12
const MORE = 22

async function play(
  scene: Scene,
  { seed, steps, without }: { seed: number; steps: number; without: readonly number[] },
): Promise<void> {
  for (let step = 0; step < steps && scene.problems.length === 0; step += 1) {
    if (without.includes(step)) continue
    scene.chance = createChance(seed, step + 1)
    const name =
      step === 0 ? scene.chance.one(['hire', 'quote'] as const) : scene.chance.weighed(OFTEN)
    scene.trace.push(`[${step}]`)
    await (name === 'together' ? together(scene) : take(scene, name))
  }
  scene.chance = createChance(seed, -1)
}

/** Runs one sequence. Each step has its own random numbers, so that leaving steps out does not change the others. */
async function runSequence(
  world: MoneyWorld,
  {
    seed,
    most = Infinity,
    without = [],
  }: { seed: number; most?: number; without?: readonly number[] },
): Promise<Outcome> {
  const scene = await openScene(world, seed)
  const steps = Math.min(most, SHORTEST + scene.chance.below(MORE))
  try {
    await play(scene, { seed, steps, without })
    await heal(scene)
    scene.problems.push(...(await checkScene(scene)), ...(await checkWorld(world)))
  } catch (error) {
    scene.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const { calls, struck, problems, trace, projects } = scene
  const ids = projects.map(({ id }) => id)
  const { rows } = await sql<{ status: string; booked: string[] }>`
    select status, (select array(select kind from ledger_transactions t where t.project_id = p.id)) as booked
    from projects p where id = any (${ids}::uuid[])`.execute(world.db)
  const statuses = rows.map(({ status }) => status)
  return {
    steps,
    calls,
    struck,
    statuses,
    booked: rows.flatMap((row) => row.booked),
    problems,
    trace,
  }
}

export interface Failure extends Outcome {
  seed: number
  without: readonly number[]
}

/** Repeats a failing sequence with ever fewer steps while it still fails. */
export async function shrink(seed: number, steps: number): Promise<Failure | null> {
  const again = async (most: number, without: readonly number[]): Promise<Outcome | null> => {
    const world = await startMoneyWorld()
    try {
      const outcome = await runSequence(world, { seed, most, without })
      return outcome.problems.length > 0 ? outcome : null
    } finally {
      await world.close()
    }
  }
  let failure = await again(steps, [])
  if (failure === null) return null
  let without: number[] = []
  for (let step = steps - 1; step > 0; step -= 1) {
    const fewer = [...without, step]
    const outcome = await again(steps, fewer)
    if (outcome !== null) [failure, without] = [outcome, fewer]
  }
  return { ...failure, seed, without }
}

/** Sequences per app and database, which slow down as data grows. */
const PER_WORLD = 100

export interface Tally {
  sequences: number
  steps: number
  calls: number
  struck: Map<string, number>
  statuses: Map<string, number>
  booked: Map<string, number>
  failed: { seed: number; outcome: Outcome } | null
}

const add = (counts: Map<string, number>, name: string, count: number): void =>
  void counts.set(name, (counts.get(name) ?? 0) + count)

/** Runs sequences one after the other until one fails. */
export async function runSequences(first: number, count: number): Promise<Tally> {
  const tally: Tally = {
    sequences: 0,
    steps: 0,
    calls: 0,
    struck: new Map(),
    statuses: new Map(),
    booked: new Map(),
    failed: null,
  }
  for (let from = first; from < first + count && tally.failed === null; from += PER_WORLD) {
    const world = await startMoneyWorld()
    try {
      const end = Math.min(from + PER_WORLD, first + count)
      for (let seed = from; seed < end && tally.failed === null; seed += 1) {
        const outcome = await runSequence(world, { seed })
        tally.sequences += 1
        tally.steps += outcome.steps
        tally.calls += outcome.calls
        for (const [kind, times] of outcome.struck) add(tally.struck, kind, times)
        for (const status of outcome.statuses) add(tally.statuses, status, 1)
        for (const kind of outcome.booked) add(tally.booked, kind, 1)
        if (outcome.problems.length > 0) tally.failed = { seed, outcome }
      }
    } finally {
      await world.close()
    }
  }
  return tally
}
