import { CATEGORIES } from '@plinth/contract/choices.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/schema.ts'
import { recountCategories } from '../demo/queries.ts'
import { dropForLoad, prepareForLoad, rebuild, vacuumLoaded } from './load-queries.ts'
import {
  countLargeWorld,
  insertItems,
  insertMarks,
  insertPeople,
  insertWords,
  makeLoadTables,
  markPeopleStale,
  markTop,
  type ItemRow,
  type PersonRow,
} from './queries.ts'
import { createRandom, type Random } from '../random.ts'
import {
  insertManyFollows,
  insertPostComments,
  insertPostMarks,
  insertPosts,
} from './post-queries.ts'
import { insertTallies } from './tally-queries.ts'
import { makeText, makeVocabulary, type Vocabulary } from './vocabulary.ts'
import { readWorld } from '../world.ts'

export interface LargeWorldOptions {
  items: number
  /** A tenth of the works unless given. */
  people?: number | undefined
  now: Date
  log: (line: string) => void
}

const BATCH = 5_000
const MINUTE = 60_000
const DAY = 86_400_000
const INVENTED_WORDS = 4_000
const CATEGORY_WEIGHTS = [22, 30, 12, 8, 18, 10]

/**
 * Adds many invented works, posts and people to the demo world, each with a copy of one of its pictures, in one
 * transaction. Returns false if that was done before. The caller refreshes what the server derives (popularity, search terms).
 */
export async function seedLargeWorld(db: Kysely<DB>, options: LargeWorldOptions): Promise<boolean> {
  const { items, people, now, log } = options
  const known = await countLargeWorld(db)
  if (known === items) return false
  if (known > 0) {
    throw new Error(
      `This database already holds ${known} invented works. Take an empty one for ${items}.`,
    )
  }
  const vocabulary = makeVocabulary(await readWorld(), createRandom('vocabulary'), INVENTED_WORDS)
  await db.transaction().execute(async (trx) => {
    await prepareForLoad(trx)
    const statements = await dropForLoad(trx)
    const pictures = await makeLoadTables(trx)
    const crowd = makeCrowd(people ?? Math.round(items / 10))
    const works = makeWorks(vocabulary, { items, crowd, pictures, now })
    await insertPeople(trx, makePeople(vocabulary, crowd, works.owners, now))
    log(`${crowd.people} people`)
    // Prepares the next batch while the database inserts the last one.
    let inserting = Promise.resolve()
    for (let from = 0; from < items; from += BATCH) {
      const batch = works.take(Math.min(BATCH, items - from))
      await inserting
      inserting = insertItems(trx, batch)
      if (from % 100_000 === 0 && from > 0) log(`${from} of ${items} works`)
    }
    await inserting
    const marks = await insertMarks(trx, crowd.people)
    log(`${marks.likes} likes, ${marks.saves} saves, ${marks.views} views of works`)
    await insertPosts(trx, crowd.people)
    const postMarks = await insertPostMarks(trx, crowd.people)
    const comments = await insertPostComments(trx)
    log(`posts with ${postMarks.likes} likes, ${postMarks.views} views, ${comments} comments`)
    log(`${await insertManyFollows(trx, crowd)} follows`)
    await recountCategories(trx)
    await insertTallies(trx)
    log('tallies')
    await markTop(trx)
    await markPeopleStale(trx)
    await insertWords(trx, wordsOf(vocabulary))
    for (const statement of statements) await rebuild(trx, statement)
    log('indexes built')
  })
  await vacuumLoaded(db)
  return true
}

/** Every word that finds a work. */
const wordsOf = ({ words, tags, firstNames, lastNames }: Vocabulary): string[] => [
  ...words,
  ...tags,
  ...firstNames,
  ...lastNames,
  ...CATEGORIES.map((category) => category.name),
]

interface Crowd {
  people: number
  /** The first of the people are the creators. */
  creators: number
}

/** One creator per twenty people. */
function makeCrowd(wanted: number): Crowd {
  const people = Math.max(20, wanted)
  return { people, creators: Math.ceil(people / 20) }
}

function makePeople(
  { firstNames, lastNames, places }: Vocabulary,
  { people, creators }: Crowd,
  owners: Uint32Array,
  now: Date,
): PersonRow[] {
  const random = createRandom('people')
  // Drawn apart, so that names and times stay as they are.
  const where = createRandom('places')
  const workCounts = new Uint32Array(people)
  for (const owner of owners) workCounts[owner] = (workCounts[owner] ?? 0) + 1
  return Array.from({ length: people }, (_, n) => {
    const joinedAt = now.getTime() - (1_100 + 400 * random.next()) * DAY
    return {
      n,
      id: timeOrderedId(joinedAt, random),
      firstName: random.pick(firstNames),
      lastName: random.pick(lastNames),
      location: places[where.rank(places.length)] ?? '',
      isCreator: n < creators,
      workCount: workCounts[n] ?? 0,
      joinedAt: new Date(joinedAt),
    }
  })
}

interface WorksInput {
  items: number
  crowd: Crowd
  pictures: number
  now: Date
}

/** Works of the last three years, oldest first. Few makers and few works attract most of the attention. */
function makeWorks(vocabulary: Vocabulary, { items, crowd, pictures, now }: WorksInput) {
  const who = createRandom('owners')
  const owners = Uint32Array.from({ length: items }, () =>
    Math.floor(crowd.creators * who.next() ** 1.5),
  )
  const random = createRandom('works')
  const files = createRandom('files')
  const oldest = now.getTime() - 1_095 * DAY
  const span = now.getTime() - 30 * 60_000 - oldest
  let made = 0
  const makeOne = (): ItemRow => {
    const owner = owners[made] ?? 0
    const createdAt = oldest + Math.floor((span * (made + random.next())) / items)
    made += 1
    const marks = makeMarks(random, owner, crowd.people)
    return {
      ...makeText(vocabulary, random),
      ...marks,
      id: timeOrderedId(createdAt, random),
      owner,
      categoryId: weightedCategory(random),
      mediaId: timeOrderedId(createdAt - MINUTE, files),
      picture: random.integer(0, pictures - 1),
      priceCents: random.chance(0.1) ? null : random.integer(5, 300) * 1_000,
      featuredAt: random.chance(0.001) ? new Date(createdAt + 60_000) : null,
      createdAt: new Date(createdAt),
    }
  }
  return { owners, take: (count: number) => Array.from({ length: count }, makeOne) }
}

/**
 * The people who marked a work are a run of numbers from `start` on, so they are distinct without a query. If the run
 * includes the owner, they are left out of the rows and the counts.
 */
export function makeMarks(random: Random, owner: number, people: number) {
  const start = random.integer(0, people - 1)
  // A heavy tail: three likes on average, thousands for very few.
  const drawn = Math.floor(0.9 * (1 - random.next()) ** -0.8)
  const likeRun = Math.min(drawn, Math.floor(people / 20))
  const saveRun = Math.floor(likeRun / 3)
  const viewRun = likeRun + random.integer(0, 2)
  const ownerAt = (owner - start + people) % people
  const count = (run: number) => run - (ownerAt < run ? 1 : 0)
  return {
    start,
    likeRun,
    saveRun,
    viewRun,
    likeCount: count(likeRun),
    saveCount: count(saveRun),
    viewCount: count(viewRun),
  }
}

function weightedCategory(random: Random): number {
  let left = random.next() * CATEGORY_WEIGHTS.reduce((sum, weight) => sum + weight, 0)
  for (const [at, category] of CATEGORIES.entries()) {
    left -= CATEGORY_WEIGHTS[at] ?? 0
    if (left < 0) return category.id
  }
  return CATEGORIES[0].id
}

/** A UUIDv7 of that time. */
function timeOrderedId(milliseconds: number, random: Random): string {
  const time = Math.floor(milliseconds).toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    Math.floor(random.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
}
