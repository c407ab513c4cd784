import { renditionUrl } from '@plinth/contract/media/media.ts'
import type { Kysely } from 'kysely'
import { eachAtOnce } from '../src/core/media/making/at-once.ts'
import { workNotices } from '../src/core/notifications/notice-queries.ts'
import type { DB } from '../src/db/schema.ts'
import { refreshPortfolios } from '../src/features/portfolios/portfolio-refresh-queries.ts'
import { makeAttention } from './attention.ts'
import { dateOf, daysBefore, featuredDates, hangingDates, joinDates } from './dates.ts'
import {
  findJoinDate,
  findWorkIds,
  insertAttention,
  insertDemoPeople,
  insertDemoWork,
  insertFollows,
  insertIdentities,
  isSeeded,
  recount,
  recountFollows,
  setPortrait,
} from './demo-queries.ts'
import { makeFollows } from './follows.ts'
import { hangPosts, makeComments } from './demo-posts.ts'
import { hangThreads } from './demo-threads.ts'
import {
  insertComments,
  insertNotices,
  readNotifications,
  recountPosts,
} from './demo-post-queries.ts'
import { AT_ONCE, createPictures, type PictureDeps, type Pictures } from './pictures.ts'
import { ADMIN_ID, fixedId, subjectOf, type World, type WorldPerson } from './world.ts'

export interface DemoWorldOptions {
  world: World
  /** Folder of the world's pictures. */
  folder: string
  /** Identity provider that knows the demo people. */
  issuer: string
  now: Date
  log: (line: string) => void
}

/** A rendition that every portrait has. */
const PORTRAIT_WIDTH = 320
/** What happened since is told to the people it concerns. */
const NOTICED_DAYS = 10
/** What they have read ends so many days ago. */
const READ_DAYS = 2

/**
 * Fills an empty Plinth with the demo world. Made once: a second run changes nothing, and a run that was cut
 * off goes on where it stopped. Answers whether anything was made.
 */
export async function seedDemoWorld(
  deps: PictureDeps,
  options: DemoWorldOptions,
): Promise<boolean> {
  const { db } = deps
  const { world, issuer } = options
  const accounts = world.people.map(({ id }) => ({
    id: fixedId('person', id),
    subject: subjectOf(id),
  }))
  const isNew = !(await isSeeded(
    db,
    accounts.map((account) => account.id),
  ))
  // Another identity provider than last time knows the same people.
  if (!isNew) await insertIdentities(db, issuer, accounts)
  const now = isNew ? await hangWorld(deps, options, accounts) : options.now
  const isWritten = await hangThreads(db, { world, now })
  return isNew || isWritten
}

interface Account {
  id: string
  subject: string
}

/** All but what people write to each other. Answers when it began. */
async function hangWorld(
  deps: PictureDeps,
  options: DemoWorldOptions,
  accounts: readonly Account[],
): Promise<Date> {
  const { db } = deps
  const { world, issuer, log } = options
  const ids = accounts.map((account) => account.id)
  const now = await findStart(db, options)
  const joined = joinDates(world.people, now)
  await insertDemoPeople(
    db,
    world.people.map((person) => toRow(person, dateOf(joined, person.id))),
  )
  const pictures = createPictures(deps, options.folder)
  await hangPortraits(db, pictures, world)
  const hung = hangingDates(world.works, now)
  const featured = featuredDates(hung, now)
  await hangWorks(db, pictures, options, { hung, featured })

  const works = world.works.map((work) => ({
    id: fixedId('work', work.id),
    ownerId: fixedId('person', work.creator),
    createdAt: dateOf(hung, work.id),
    isFeatured: featured.has(work.id),
  }))
  const people = world.people.map(({ id, isCreator }) => ({
    id: fixedId('person', id),
    isCreator,
    joinedAt: dateOf(joined, id),
  }))
  const posts = await hangPosts(db, pictures, { world, now })
  const attention = makeAttention(works, people, now)
  const postAttention = makeAttention(posts, people, now, 'attention to posts')
  const follows = makeFollows(people, now)
  await db.transaction().execute(async (trx) => {
    await insertAttention(trx, 'works', attention)
    await insertAttention(trx, 'posts', postAttention)
    await insertComments(trx, makeComments(world, posts, now))
    await recountPosts(
      trx,
      posts.map((post) => post.id),
    )
    await recount(
      trx,
      works.map((work) => work.id),
    )
    await insertFollows(trx, follows)
    await recountFollows(trx, ids)
    await insertNotices(trx, { since: daysBefore(now, NOTICED_DAYS), personIds: ids })
    await insertIdentities(trx, issuer, accounts)
  })
  await refreshPortfolios(db)
  // As if everybody had looked in some days ago.
  while (((await workNotices(db))?.taken ?? 0) > 0);
  await readNotifications(db, { before: daysBefore(now, READ_DAYS), personIds: ids })
  log(
    `${works.length} works, ${posts.length} posts, ${people.length} people, ${attention.likes.length + postAttention.likes.length} likes, ${attention.views.length + postAttention.views.length} views, ${follows.length} follows`,
  )
  return now
}

/** When the seeding began: now, or the time a run that was cut off had worked with. */
async function findStart(db: Kysely<DB>, { world, now }: DemoWorldOptions): Promise<Date> {
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

async function hangPortraits(db: Kysely<DB>, pictures: Pictures, { people }: World): Promise<void> {
  await eachAtOnce(people, AT_ONCE, async (person) => {
    const ownerId = fixedId('person', person.id)
    const alt = `Portrait of ${person.firstName} ${person.lastName}`
    const id = await pictures.takeIn({ ownerId, file: person.avatar, alt })
    await setPortrait(db, ownerId, renditionUrl(id, PORTRAIT_WIDTH, 'webp'))
  })
}

interface WorkDates {
  hung: ReadonlyMap<string, Date>
  featured: ReadonlyMap<string, Date>
}

async function hangWorks(
  db: Kysely<DB>,
  pictures: Pictures,
  { world, log }: DemoWorldOptions,
  { hung, featured }: WorkDates,
): Promise<void> {
  const workIds = world.works.map((work) => fixedId('work', work.id))
  const known = await findWorkIds(db, workIds)
  let done = known.size
  const missing = world.works.filter((work) => !known.has(fixedId('work', work.id)))
  await eachAtOnce(missing, AT_ONCE, async (work) => {
    const creatorId = fixedId('person', work.creator)
    const { file, alt, startingPrice } = work
    await insertDemoWork(db, {
      ...work,
      id: fixedId('work', work.id),
      creatorId,
      mediaId: await pictures.takeIn({ ownerId: creatorId, file, alt }),
      priceCents: startingPrice === null ? null : Math.round(startingPrice * 100),
      featuredAt: featured.get(work.id) ?? null,
      createdAt: dateOf(hung, work.id),
    })
    done += 1
    if (done % 9 === 0) log(`Hanging works ${done}/${world.works.length}`)
  })
}
