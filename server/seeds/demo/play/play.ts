import { connectPayouts } from '@plinth/contract/money/billing.ts'
import type { Deps } from '../../../src/deps.ts'
import { fixedId, type World } from '../../world.ts'
import { createCalendar } from '../calendar.ts'
import { caseActs } from './cases.ts'
import { hireActs, type Act } from './hires.ts'
import {
  clearPlayedServer,
  findAccountIds,
  readDatabaseClock,
  recountTallies,
  redate,
  type Scene,
} from './queries.ts'
import { createStage, type Stage } from './stage.ts'

const DAY = 86_400_000

interface PlayOptions {
  world: World
  folder: string
  now: Date
  log: (line: string) => void
}

/** After so many steps a line says how far it is. */
const STEPS_PER_LINE = 40

/**
 * Plays the hires of the demo world and what waits for its admin, each step by a call of the product at its own time in
 * the past, paid at the sandbox's card provider. Returns the number of steps.
 */
export async function playHires(
  given: Pick<Deps, 'db' | 'env' | 'storage'>,
  { world, folder, now, log }: PlayOptions,
): Promise<number> {
  const { db, env } = given
  const calendar = createCalendar(now)
  const acts = [...hireActs(world, calendar), ...caseActs(world, calendar, env.publicUrl)].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )
  const begin = new Date((acts[0]?.at ?? now).getTime() - DAY)
  const stage = await createStage(given, { folder, begin })
  const scenes: Scene[] = []
  const play = async ({ at, play: step }: Act): Promise<void> => {
    scenes.push({ began: await readDatabaseClock(db), at })
    await stage.moveTo(at)
    await step(stage)
    await stage.settle()
  }
  try {
    await stage.cards.begin(begin)
    await play({ at: begin, play: (here) => connectBanks(here, world) })
    let last = begin
    let steps = 0
    for (const act of [...acts, { at: now, play: ({ listPayouts }: Stage) => listPayouts() }]) {
      for (const at of stopsBetween(last, act.at, now)) await play({ at, play: nothing })
      await play(act)
      last = act.at
      steps += 1
      if (steps % STEPS_PER_LINE === 0) log(`Playing the hires: step ${steps} of ${acts.length}`)
    }
    await stage.cards.open()
  } finally {
    await stage.close()
  }
  await redate(db, { scenes, ended: await readDatabaseClock(db) })
  await recountTallies(db)
  await clearPlayedServer(db)
  return acts.length
}

const nothing = () => Promise.resolve()

/** In the last days deadlines are looked at every few hours, so that reminders come when they were due. */
function stopsBetween(from: Date, to: Date, now: Date): Date[] {
  const first = Math.max(from.getTime() + STOP_MS, now.getTime() - WATCHED_DAYS * DAY)
  const stops: Date[] = []
  for (let at = first; at < to.getTime(); at += STOP_MS) stops.push(new Date(at))
  return stops
}
const STOP_MS = DAY / 4
const WATCHED_DAYS = 8

/** Everybody who is hired has a bank account that they are paid to. */
async function connectBanks(stage: Stage, { more }: World): Promise<void> {
  const creators = new Set(more.hires.map(({ creator }) => fixedId('person', creator)))
  for (const as of creators) await stage.call(connectPayouts, { as })
  for (const accountId of (await findAccountIds(stage.deps.db)).values())
    await stage.cards.completeAccount(accountId)
}
