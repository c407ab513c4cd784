import type { Kysely } from 'kysely'
import type { Deps } from '../src/deps.ts'
import type { DB } from '../src/db/schema.ts'
import { refreshPortfolios } from '../src/features/portfolios/portfolio-refresh-queries.ts'
import { makeAttention } from './attention.ts'
import { featuredDates, hangingDates, joinDates } from './dates.ts'
import {
  findJoinDate,
  findWorkIds,
  insertAttention,
  insertDemoPeople,
  insertDemoWork,
  insertIdentities,
  isSeeded,
  recount,
  setPortrait,
} from './demo-queries.ts'
import { takeInPicture } from './pictures.ts'
import {
  ADMIN_ID,
  fixedId,
  subjectOf,
  type World,
  type WorldPerson,
  type WorldWork,
} from './world.ts'

export type SeedDeps = Pick<Deps, 'storage' | 'imaging' | 'jobs'> & { db: Kysely<DB> }

export interface DemoWorldOptions {
  world: World
  /** Folder of the world's pictures. */
  folder: string
  /** Identity provider that knows the demo people. */
  issuer: string
  now: Date
  log: (line: string) => void
}

/** Enough to keep every imaging process busy while other works are written to disk. */
const AT_ONCE = 4

/**
 * Fills an empty Plinth with the demo world. Made once: a second run changes nothing, and a run that was cut
 * off goes on where it stopped. Answers whether anything was made.
 */
export async function seedDemoWorld(deps: SeedDeps, options: DemoWorldOptions): Promise<boolean> {
  const { db } = deps
  const { world, issuer, log } = options
  const accounts = world.people.map(({ id }) => ({
    id: fixedId('person', id),
    subject: subjectOf(id),
  }))
  const ids = accounts.map((account) => account.id)
  if (await isSeeded(db, ids)) {
    // Another identity provider than last time knows the same people.
    await insertIdentities(db, issuer, accounts)
    return false
  }
  const now = await findStart(deps, options)
  const joined = joinDates(world.people, now)
  await insertDemoPeople(
    db,
    world.people.map((person) => toRow(person, dateOf(joined, person.id))),
  )
  await hangPortraits(deps, options, joined)
  const hung = hangingDates(world.works, now)
  const featured = featuredDates(world.works, hung, now)
  await hangWorks(deps, options, hung, featured)

  const works = world.works.map((work) => ({
    id: fixedId('work', work.id),
    ownerId: fixedId('person', work.creator),
    createdAt: dateOf(hung, work.id),
    isFeatured: featured.has(work.id),
  }))
  const people = world.people.map(({ id }) => ({
    id: fixedId('person', id),
    joinedAt: dateOf(joined, id),
  }))
  const attention = makeAttention(works, people, now)
  await db.transaction().execute(async (trx) => {
    await insertAttention(trx, attention)
    await recount(
      trx,
      works.map((work) => work.id),
    )
    await insertIdentities(trx, issuer, accounts)
  })
  await refreshPortfolios(db)
  log(
    `${works.length} works, ${people.length} people, ${attention.likes.length} likes, ${attention.views.length} views`,
  )
  return true
}

/** When the seeding began: now, or the time a run that was cut off had worked with. */
async function findStart({ db }: SeedDeps, { world, now }: DemoWorldOptions): Promise<Date> {
  const [first] = world.people
  if (first === undefined) return now
  const joinedAt = await findJoinDate(db, fixedId('person', first.id))
  if (joinedAt === null) return now
  const age = now.getTime() - dateOf(joinDates(world.people, now), first.id).getTime()
  return new Date(joinedAt.getTime() + age)
}

const toRow = (person: WorldPerson, joinedAt: Date) => ({
  ...person,
  id: fixedId('person', person.id),
  email: `${person.id}@example.com`,
  isAdmin: person.id === ADMIN_ID,
  profileColors: person.profileColors ?? null,
  socialLinks: person.socialLinks ?? {},
  joinedAt,
})

async function hangPortraits(
  deps: SeedDeps,
  { world, folder }: DemoWorldOptions,
  joined: ReadonlyMap<string, Date>,
): Promise<void> {
  await eachAtOnce(world.people, async (person) => {
    const ownerId = fixedId('person', person.id)
    const url = await takeInPicture(deps, {
      id: fixedId('portrait', person.id),
      ownerId,
      folder,
      file: person.avatar,
      alt: `Portrait of ${person.firstName} ${person.lastName}`,
      createdAt: dateOf(joined, person.id),
    })
    await setPortrait(deps.db, ownerId, url)
  })
}

async function hangWorks(
  deps: SeedDeps,
  { world, folder, log }: DemoWorldOptions,
  hung: ReadonlyMap<string, Date>,
  featured: ReadonlyMap<string, Date>,
): Promise<void> {
  const known = await findWorkIds(
    deps.db,
    world.works.map((work) => fixedId('work', work.id)),
  )
  let done = known.size
  const missing = world.works.filter((work) => !known.has(fixedId('work', work.id)))
  await eachAtOnce(missing, async (work) => {
    await hangWork(deps, folder, work, dateOf(hung, work.id), featured.get(work.id) ?? null)
    done += 1
    log(`Hanging works ${done}/${world.works.length}`)
  })
}

async function hangWork(
  deps: SeedDeps,
  folder: string,
  work: WorldWork,
  createdAt: Date,
  featuredAt: Date | null,
): Promise<void> {
  const mediaId = fixedId('picture', work.id)
  const creatorId = fixedId('person', work.creator)
  const { file, alt } = work
  await takeInPicture(deps, { id: mediaId, ownerId: creatorId, folder, file, alt, createdAt })
  await insertDemoWork(deps.db, {
    id: fixedId('work', work.id),
    creatorId,
    mediaId,
    category: work.category,
    title: work.title,
    description: work.description,
    tags: work.tags,
    priceCents: work.startingPrice === null ? null : Math.round(work.startingPrice * 100),
    featuredAt,
    createdAt,
  })
}

async function eachAtOnce<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function dateOf(dates: ReadonlyMap<string, Date>, id: string): Date {
  const date = dates.get(id)
  if (date === undefined) throw new Error(`${id} is not in the demo world.`)
  return date
}
