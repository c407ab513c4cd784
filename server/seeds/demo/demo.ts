import { renditionUrl } from '@plinth/contract/media/media.ts'
import type { Kysely } from 'kysely'
import { forEachConcurrently } from '../../src/core/media/processing/concurrency.ts'
import { processOutbox } from '../../src/core/notifications/outbox/outbox-queries.ts'
import type { DB } from '../../src/db/schema.ts'
import { refreshPortfolios } from '../../src/features/portfolios/portfolio-refresh-queries.ts'
import { makeAttention, type Attention } from './attention.ts'
import { insertBoards } from './board-queries.ts'
import { makeBoards } from './boards.ts'
import { createCalendar, type Calendar } from './calendar.ts'
import { dateOf, daysBefore, featuredDates, publicationDates, joinDates } from './dates.ts'
import {
  findJoinDate,
  findWorkIds,
  insertAttention,
  insertDemoPeople,
  insertDemoWork,
  insertFollows,
  insertIdentities,
  hasOthers,
  isSeeded,
  recount,
  recountFollows,
  setPortrait,
  waitForDisk,
} from './queries.ts'
import { makeFollows } from './follows.ts'
import { makeVisits, type Visitor } from './members.ts'
import { toRow } from './people.ts'
import { clearPlay } from './play/queries.ts'
import { datedComments, publishPosts, makeComments } from './posts.ts'
import { liftLastWeek } from './weeks.ts'
import { makeStudies } from './studies.ts'
import { insertStudies } from './study-queries.ts'
import { recountConversations } from './thread-queries.ts'
import { writeThreads } from './threads.ts'
import { insertWalls } from './wall-queries.ts'
import { makeWalls } from './walls.ts'
import {
  insertComments,
  insertOutboxRows,
  readNotifications,
  recountPosts,
} from './post-queries.ts'
import { AT_ONCE, createPictures, type PictureDeps, type Pictures } from './pictures.ts'
import { fixedId, subjectOf, type World } from '../world.ts'

export interface DemoWorldOptions {
  world: World
  /** The folder of the world's files. */
  folder: string
  /** The identity provider where the demo people sign in. */
  issuer: string
  now: Date
  log: (line: string) => void
}

/** Filling the database would remove what people have written. The message is a sentence for operators. */
export class Inhabited extends Error {}

/** A rendition that every portrait has. */
const PORTRAIT_WIDTH = 320
/** People get notifications about the events of this many days. */
const NOTIFIED_DAYS = 10
/** The time of day at which members joined. */
const JOINED_AT = '06:00'
/** Notifications older than this many days are read. */
const READ_DAYS = 2

/**
 * Fills an empty Plinth with the demo world. A second run changes nothing, and an interrupted run continues where it
 * stopped. Returns whether anything was inserted. Throws an `Inhabited` if other people have accounts already: what is
 * played starts from empty tables.
 */
export async function seedDemoWorld(
  deps: PictureDeps,
  options: DemoWorldOptions,
): Promise<boolean> {
  const { db } = deps
  const { world, issuer, log } = options
  const accounts = world.people.map(({ id }) => ({
    id: fixedId('person', id),
    subject: subjectOf(id),
  }))
  const ids = accounts.map(({ id }) => id)
  const isNew = !(await isSeeded(db, ids))
  if (isNew && (await hasOthers(db, ids)))
    throw new Inhabited(
      'People have accounts in this database, so the demo world cannot be filled in: that would remove their projects, payments and comments. Use an empty database. If this is the database of your site, start Plinth with NODE_ENV=production.',
    )
  // The identity provider may be another one than last time.
  if (!isNew) await insertIdentities(db, issuer, accounts)
  const now = isNew ? await publishWorld(deps, options) : options.now
  const isWritten = await writeThreads(db, { world, now })
  if (!isNew) return isWritten
  if (deps.env.payments === null) log('Without a card provider there are no hires')
  else {
    // The whole app, which a later start has no use for here.
    const { playHires } = await import('./play/play.ts')
    const count = await playHires(deps, { world, folder: options.folder, now, log })
    await recountConversations(db)
    log(`${world.more.hires.length} hires in ${count} steps`)
  }
  await finish(db, options, { now, accounts })
  return true
}

/** Reads the older notifications, and lets the demo people sign in. */
async function finish(
  db: Kysely<DB>,
  { issuer }: DemoWorldOptions,
  { now, accounts }: { now: Date; accounts: readonly Account[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await waitForDisk(trx)
    await readNotifications(trx, { before: daysBefore(now, READ_DAYS) })
    await insertIdentities(trx, issuer, accounts)
  })
}

interface Account {
  id: string
  subject: string
}

/** Publishes everything except the messages. Returns when the seeding began. */
async function publishWorld(deps: PictureDeps, options: DemoWorldOptions): Promise<Date> {
  const { db } = deps
  const { world, log } = options
  const ids = world.people.map(({ id }) => fixedId('person', id))
  const now = await findStart(db, options)
  await clearPlay(db)
  const joined = joinDates(world.people, now)
  await insertDemoPeople(
    db,
    world.people.map((person) => toRow(person, dateOf(joined, person.id))),
  )
  const pictures = createPictures(deps, options.folder)
  await addPortraits(db, pictures, world)
  const calendar = createCalendar(now)
  const published = publicationDates(world.works, { days: world.more.workDays, now })
  const featured = featuredDates(published, now)
  await publishWorks(db, pictures, options, { published, featured })

  const works = world.works.map((work) => ({
    id: fixedId('work', work.id),
    ownerId: fixedId('person', work.creator),
    category: work.category,
    createdAt: dateOf(published, work.id),
    isFeatured: featured.has(work.id),
  }))
  const people = world.people.map(({ id, isCreator }) => ({
    id: fixedId('person', id),
    isCreator,
    joinedAt: dateOf(joined, id),
  }))
  const posts = await publishPosts(db, pictures, { world, calendar })
  const visitors = await addMembers(db, world, calendar)
  const studies = await makeStudies(world, { calendar, pictures })
  const seen = [
    ...works.map((work) => ({ ...work, kind: 'work' as const })),
    ...posts.map((post) => ({ ...post, kind: 'post' as const })),
  ].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const visits = makeVisits(visitors, seen, now)
  const attention = join(makeAttention(works, people, now), visits.works)
  const postAttention = join(makeAttention(posts, people, now, 'attention to posts'), visits.posts)
  attention.views.push(
    ...liftLastWeek([...attention.views, ...postAttention.views], works, {
      viewers: visitors,
      now,
    }),
  )
  const follows = [...makeFollows(people, now), ...visits.follows]
  const everybody = [...ids, ...visitors.map(({ id }) => id)]
  await db.transaction().execute(async (trx) => {
    await insertAttention(trx, 'works', attention)
    await insertAttention(trx, 'posts', postAttention)
    await insertComments(trx, [
      ...makeComments(world, posts, now),
      ...datedComments(world, calendar),
    ])
    await recountPosts(
      trx,
      posts.map((post) => post.id),
    )
    await recount(
      trx,
      works.map((work) => work.id),
    )
    await insertBoards(trx, makeBoards(world, calendar))
    await insertStudies(trx, studies)
    await insertWalls(trx, makeWalls(world, calendar))
    await insertFollows(trx, follows)
    await recountFollows(trx, everybody)
    await insertOutboxRows(trx, { since: daysBefore(now, NOTIFIED_DAYS), personIds: everybody })
  })
  await refreshPortfolios(db)
  // Creates the notifications.
  while (((await processOutbox(db))?.taken ?? 0) > 0);
  log(
    `${works.length} works, ${posts.length} posts, ${everybody.length} people, ${attention.likes.length + postAttention.likes.length} likes, ${attention.views.length + postAttention.views.length} views, ${follows.length} follows`,
  )
  return now
}

/** Inserts the members, who have no portraits and no works. */
async function addMembers(db: Kysely<DB>, { more }: World, calendar: Calendar): Promise<Visitor[]> {
  const visitors = more.members.map((member) => ({
    id: fixedId('person', member.id),
    member,
    joinedAt: calendar.at({ day: member.joinedDay, time: JOINED_AT }),
  }))
  await insertDemoPeople(
    db,
    visitors.map(({ id, member, joinedAt }) => ({
      id,
      firstName: member.firstName,
      lastName: member.lastName,
      email: null,
      bio: member.bio,
      location: `${member.city}, ${member.country}`,
      website: '',
      isCreator: false,
      isAdmin: false,
      profileColors: null,
      socialLinks: {},
      joinedAt,
    })),
  )
  return visitors
}

const join = (one: Attention, other: Attention): Attention => ({
  likes: [...one.likes, ...other.likes],
  saves: [...one.saves, ...other.saves],
  views: [...one.views, ...other.views],
})

/** When the seeding began: now, or the time that an interrupted run worked with. */
async function findStart(db: Kysely<DB>, { world, now }: DemoWorldOptions): Promise<Date> {
  const [first] = world.people
  if (first === undefined) return now
  const joinedAt = await findJoinDate(db, fixedId('person', first.id))
  if (joinedAt === null) return now
  const age = now.getTime() - dateOf(joinDates(world.people, now), first.id).getTime()
  return new Date(joinedAt.getTime() + age)
}

async function addPortraits(db: Kysely<DB>, pictures: Pictures, { people }: World): Promise<void> {
  await forEachConcurrently(people, AT_ONCE, async (person) => {
    const personId = fixedId('person', person.id)
    const alt = `Portrait of ${person.firstName} ${person.lastName}`
    const mediaId = await pictures.ingestFile({ ownerId: personId, file: person.avatar, alt })
    const url = renditionUrl(mediaId, PORTRAIT_WIDTH, 'webp')
    await setPortrait(db, { personId, mediaId, url })
  })
}

interface WorkDates {
  published: ReadonlyMap<string, Date>
  featured: ReadonlyMap<string, Date>
}

async function publishWorks(
  db: Kysely<DB>,
  pictures: Pictures,
  { world, log }: DemoWorldOptions,
  { published, featured }: WorkDates,
): Promise<void> {
  const workIds = world.works.map((work) => fixedId('work', work.id))
  const known = await findWorkIds(db, workIds)
  let done = known.size
  const missing = world.works.filter((work) => !known.has(fixedId('work', work.id)))
  await forEachConcurrently(missing, AT_ONCE, async (work) => {
    const creatorId = fixedId('person', work.creator)
    const { file, alt, startingPrice } = work
    await insertDemoWork(db, {
      ...work,
      id: fixedId('work', work.id),
      creatorId,
      mediaId: await pictures.ingestFile({ ownerId: creatorId, file, alt }),
      priceCents: startingPrice === null ? null : Math.round(startingPrice * 100),
      featuredAt: featured.get(work.id) ?? null,
      createdAt: dateOf(published, work.id),
    })
    done += 1
    if (done % 9 === 0) log(`Publishing works ${done}/${world.works.length}`)
  })
}
