import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, createPool } from '../../src/db/pool.ts'
import type { DB } from '../../src/db/schema.ts'
import { readEnv } from '../../src/env.ts'
import { createAudio } from '../../src/gateways/audio/audio.ts'
import { createDocuments } from '../../src/gateways/document/documents.ts'
import { createImaging } from '../../src/gateways/image/imaging.ts'
import { createFileStorage } from '../../src/gateways/storage/files.ts'
import { createVideo } from '../../src/gateways/video/video.ts'
import { cloneDatabase } from '../../test/database.ts'
import { publicationDates } from './dates.ts'
import { Inhabited, seedDemoWorld } from './demo.ts'
import type { PictureDeps } from './pictures.ts'
import { withShelf } from '../renditions/gateways.ts'
import { openShipped } from '../renditions/shelf.ts'
import { shotsOf } from './studies.ts'
import { readWorld, WORLD_FOLDER, type World } from '../world.ts'

const ISSUER = 'http://127.0.0.1:9/identity'

let world: World
let deps: PictureDeps & { db: Kysely<DB> }
let close: () => Promise<void>

beforeAll(async () => {
  const whole = await readWorld()
  // Including a sound and a document.
  const works = whole.works.filter(({ id }, at) => at < 2 || id === 'bells' || id === 'specimen')
  const wanted = new Set([...works.map((work) => work.creator), 'leila', 'dana', 'ben', 'theo'])
  world = {
    works,
    // Including a film.
    posts: whole.posts.filter(({ creator }) => wanted.has(creator)),
    comments: whole.comments.filter(({ author }) => wanted.has(author)),
    threads: whole.threads.filter(({ between }) => between.every((id) => wanted.has(id))),
    people: whole.people.filter((person) => wanted.has(person.id)),
    more: {
      ...whole.more,
      members: whole.more.members.slice(0, 20),
      comments: [],
      threads: [],
      hires: [],
      cases: { ...whole.more.cases, messages: [] },
      // One, with what these people put on it.
      boards: whole.more.boards.slice(0, 1).map((board) => ({
        ...board,
        people: [{ id: 'ben', role: 'edit' }],
        items: board.items
          .filter(({ by }) => wanted.has(by))
          .map((item, at) => ({ ...item, work: works[at]?.id ?? null, post: null })),
      })),
      // One, below another work.
      caseStudies: whole.more.caseStudies
        .slice(0, 1)
        .map((study) => ({ ...study, work: works[0]?.id ?? '' })),
      // One, of the maker of the first work.
      walls: whole.more.walls.slice(0, 1).map((wall) => ({
        ...wall,
        creator: works[0]?.creator ?? '',
        pins: [],
        series: wall.series.map((one) => ({ ...one, works: [works[0]?.id ?? '', 'none'] })),
      })),
    },
  }
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'plinth-seed-'))
  const db = createDatabase(createPool({ url: database.url, size: 4, namedStatements: false }))
  const gateways = {
    imaging: createImaging(),
    video: createVideo(),
    audio: createAudio(),
    documents: createDocuments(),
  }
  deps = {
    db,
    ...withShelf(gateways, await openShipped()),
    storage: await createFileStorage(dataDir),
    env: readEnv({
      DATABASE_URL: database.url,
      PLINTH_DATA: dataDir,
      OIDC_ISSUER: ISSUER,
      OIDC_CLIENT_ID: 'seed',
      OIDC_CLIENT_SECRET: 'seed',
    }),
  }
  close = async () => {
    for (const gateway of Object.values(gateways)) await gateway.close()
    await db.destroy()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
afterAll(() => close())

const seed = (over: Partial<PictureDeps> = {}, now = new Date()) =>
  seedDemoWorld(
    { ...deps, ...over },
    { world, folder: WORLD_FOLDER, issuer: ISSUER, now, log: () => undefined },
  )

/** Everything the seed writes, sorted, without the search index. */
async function snapshot() {
  const tables = [
    'users',
    'identities',
    'media',
    'portfolio_items',
    'portfolio_likes',
    'portfolio_saves',
    'portfolio_views',
    'follows',
    'categories',
    'posts',
    'post_media',
    'post_likes',
    'comments',
    'notifications',
    'conversations',
    'conversation_members',
    'messages',
    'boards',
    'board_people',
    'board_items',
    'case_studies',
    'case_study_media',
    'credits',
    'walls',
    'series',
    'wall_places',
  ]
  const rows = []
  for (const table of tables) {
    const found = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} t order by t::text`.execute(deps.db)
    rows.push({ table, rows: found.rows })
  }
  return rows
}

const objects = async () => {
  const keys: string[] = []
  for await (const key of deps.storage.list('')) keys.push(key)
  return keys.sort()
}

const one = async (query: ReturnType<typeof sql<Record<string, number>>>) =>
  (await query.execute(deps.db)).rows[0]

describe('seedDemoWorld', { timeout: 120_000 }, () => {
  it('refuses a database in which others have accounts, and removes nothing', async () => {
    await sql`insert into users (id, email, first_name, last_name)
      values (gen_random_uuid(), 'ada@example.com', 'Ada', 'Operator')`.execute(deps.db)
    await expect(seed()).rejects.toThrow(Inhabited)
    expect(await one(sql`select count(*)::int as people from users`)).toEqual({ people: 1 })
    await sql`delete from users`.execute(deps.db)
  })

  it('stops when the disk is full, and a half-filled demo world refuses every sign-in', async () => {
    let left = 35
    const putFile: typeof deps.storage.putFile = (key, file) => {
      left -= 1
      if (left >= 0) return deps.storage.putFile(key, file)
      return Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    }
    await expect(seed({ storage: { ...deps.storage, putFile } })).rejects.toThrow('no space left')
    const found = await one(sql`
      select (select count(*) from users)::int as people,
        (select count(*) from identities)::int as identities,
        (select count(*) from portfolio_items)::int as works`)
    expect(found).toMatchObject({ people: world.people.length, identities: 0 })
    expect(found?.works).toBeLessThan(4)
  })

  it('continues from there a day later without duplicates', async () => {
    const { rows: before } = await sql<{ at: Date }>`
      select created_at as at from users where email is not null order by id`.execute(deps.db)
    expect(await seed({}, new Date(Date.now() + 86_400_000))).toBe(true)
    const { rows: after } = await sql<{ at: Date }>`
      select created_at as at from users where email is not null order by id`.execute(deps.db)
    expect(after).toEqual(before)
    const files = new Set([
      ...world.works.map((work) => `${work.creator} ${work.file}`),
      ...world.posts.flatMap((post) => post.media.map((file) => `${post.creator} ${file}`)),
      ...world.more.caseStudies.flatMap((study) => {
        const creator = world.works.find(({ id }) => id === study.work)?.creator ?? ''
        return shotsOf(study).map(({ file }) => `${creator} ${file}`)
      }),
    ])
    expect(
      await one(sql`
        select (select count(*) from users where email is not null)::int as people,
          (select count(*) from users where email is null)::int as members,
          (select count(*) from identities where issuer = ${ISSUER})::int as identities,
          (select count(*) from portfolio_items where is_listed)::int as works,
          (select count(*) from media where state = 'ready')::int as pictures,
          (select count(*) from media where state <> 'ready')::int as unfinished,
          (select count(*) from media_removals)::int as removals,
          (select count(*) from users where is_admin)::int as admins`),
    ).toEqual({
      people: world.people.length,
      members: world.more.members.length,
      identities: world.people.length,
      works: 4,
      pictures: files.size + world.people.length,
      unfinished: 0,
      removals: 0,
      admins: 1,
    })
    const { rows } = await sql<{ key: string }>`
      select 'originals/' || id || '.' || extension as key from media
      union all select 'renditions/' || id || '/' || size || '.' || format from media,
        unnest(rendition_widths) size, unnest('{avif,webp}'::text[]) format
      union all select 'renditions/' || id || '/poster.jpg' from media where kind <> 'image'
      union all select 'renditions/' || id || '/preview.mp4' from media where kind = 'video'`.execute(
      deps.db,
    )
    expect(await objects()).toEqual(rows.map((row) => row.key).sort())
  })

  it('has counters that equal their rows, without reactions to one’s own work', async () => {
    expect(
      await one(sql`
        select count(*)::int as works,
          (count(*) filter (where like_count <> (select count(*) from portfolio_likes where item_id = p.id)
            or save_count <> (select count(*) from portfolio_saves where item_id = p.id)
            or view_count <> (select count(*) from portfolio_views where item_id = p.id)))::int as wrong,
          (select count(*) from portfolio_likes l join portfolio_items i on i.id = l.item_id
            where i.creator_id = l.user_id)::int as own,
          (select sum(work_count) from users)::int as made,
          (select sum(work_count) from categories)::int as hung
        from portfolio_items p`),
    ).toEqual({ works: 4, wrong: 0, own: 0, made: 4, hung: 4 })
    const found = await one(sql`
      select (select sum(like_count) from portfolio_items)::int as likes,
        (select count(*) from search_terms)::int as words`)
    expect(found?.likes).toBeGreaterThan(0)
    expect(found?.words).toBeGreaterThan(20)
  })

  it('publishes posts with counters that equal their rows, and notifies people', async () => {
    expect(
      await one(sql`
        select count(*)::int as posts,
          (count(*) filter (where is_visible))::int as visible,
          (count(*) filter (where like_count <> (select count(*) from post_likes where post_id = p.id)
            or save_count <> (select count(*) from post_saves where post_id = p.id)
            or view_count <> (select count(*) from post_views where post_id = p.id)
            or comment_count <> (select count(*) from comments where post_id = p.id)))::int as wrong,
          (select count(*) from comments where parent_id in (
            select id from comments where parent_id is not null))::int as deep,
          (select count(*) from users u where post_count <> (
            select count(*) from posts where creator_id = u.id))::int as authors,
          (select count(*) from notices)::int as untold
        from posts p`),
    ).toEqual({
      posts: world.posts.length,
      visible: world.posts.length,
      wrong: 0,
      deep: 0,
      authors: 0,
      untold: 0,
    })
    const told = await one(sql`
      select (count(*) filter (where is_read))::int as read,
        (count(*) filter (where not is_read))::int as unread from notifications`)
    expect(told?.read).toBeGreaterThan(0)
    expect(told?.unread).toBeGreaterThan(0)
  })

  it('hangs boards with notes, with counters that equal their rows', async () => {
    const found = await one(sql`
      select count(*)::int as boards, sum(item_count)::int as items, sum(note_count)::int as notes,
        sum(against_count)::int as against, sum(people_count)::int as people from boards`)
    const [board] = world.more.boards
    const hung = board?.items.filter(({ work }) => work !== null) ?? []
    expect(hung.length).toBeGreaterThan(1)
    expect(found).toEqual({
      boards: 1,
      items: hung.length,
      notes: hung.filter(({ note }) => note !== '').length,
      against: hung.filter(({ isAgainst }) => isAgainst).length,
      people: 1,
    })
    expect(
      await one(sql`
      select count(*)::int as rows from board_items i join portfolio_items p on p.id = i.portfolio_id
      where i.added_at >= p.created_at`),
    ).toEqual({ rows: hung.length })
  })

  it('publishes a case study, with files that everybody can see and people who agreed', async () => {
    const [study] = world.more.caseStudies
    const files = new Set(study === undefined ? [] : shotsOf(study).map(({ file }) => file))
    expect(files.size).toBeGreaterThan(4)
    expect(
      await one(sql`
      select (select count(*) from portfolio_items where has_case_study)::int as works,
        (select jsonb_array_length(published) from case_studies)::int as blocks,
        (select count(*) from case_study_media sm join media m on m.id = sm.media_id
          where sm.in_published and not m.is_private and m.state = 'ready')::int as files,
        (select count(*) from credits where state = 'accepted')::int as named,
        (select min(description) from portfolio_items where has_case_study) as summary`),
    ).toMatchObject({
      works: 1,
      blocks: study?.blocks.length,
      files: files.size,
      summary: study?.summary,
    })
  })

  it('arranges a wall and groups existing works in a series', async () => {
    expect(
      await one(sql`
      select (select count(*) from walls where shown_at is not null and moves = 0)::int as walls,
        (select count(*) from wall_places w join portfolio_items p on p.id = w.item_id
          where w.creator_id = p.creator_id and w.inside is not null)::int as inside,
        (select count(*) from wall_places where series_id is not null)::int as series,
        (select count(*) from wall_places where (place, pin, inside)
          is distinct from (draft_place, draft_pin, draft_inside))::int as waiting`),
    ).toEqual({ walls: 1, inside: 1, series: 1, waiting: 0 })
  })

  it('counts followers', async () => {
    const found = await one(sql`
      select (select count(*) from follows)::int as follows,
        (select sum(follower_count) from users)::int as followers,
        (select sum(following_count) from users)::int as following,
        (select count(*) from users u
          where follower_count <> (select count(*) from follows where followed_id = u.id)
            or following_count <> (select count(*) from follows where follower_id = u.id))::int as wrong`)
    expect(found?.follows).toBeGreaterThan(0)
    expect(found).toMatchObject({
      followers: found?.follows,
      following: found?.follows,
      wrong: 0,
    })
  })

  it('writes messages, some of them unread, without emails about them', async () => {
    const open = world.threads.filter((thread) => thread.isUnread)
    expect(open.length).toBeGreaterThan(0)
    expect(
      await one(sql`
        select (select count(*) from conversations)::int as threads,
          (select count(*) from messages)::int as messages,
          (select count(*) from messages where read_at is null)::int as unread,
          (select count(*) from messages where read_at < created_at or read_at > now())::int as odd,
          (select count(*) from conversation_members where is_business)::int as business,
          (select sum(unread_count) from conversation_members)::int as counted,
          (select count(*) from conversation_members m where unread_count <> (
            select count(*) from messages where conversation_id = m.conversation_id
              and receiver_id = m.user_id and read_at is null))::int as wrong,
          (select count(*) from conversations c where last_message_id is distinct from (
            select id from messages where conversation_id = c.id
            order by created_at desc limit 1))::int as "wrongLast",
          (select count(*) from notifications where conversation_id is not null)::int as told,
          (select count(*) from notifications where mailed_at is null)::int as letters`),
    ).toEqual({
      threads: world.threads.length,
      messages: world.threads.flatMap((thread) => thread.messages).length,
      unread: open.length,
      odd: 0,
      business: 2 * world.threads.filter((thread) => thread.inquiry !== null).length,
      counted: open.length,
      wrong: 0,
      wrongLast: 0,
      told: open.length,
      letters: 0,
    })
  })

  it('adds messages to a world that was seeded without them', async () => {
    await sql`delete from conversations`.execute(deps.db)
    expect(await seed()).toBe(true)
    const found = await one(sql`
      select (select count(*) from messages)::int as messages,
        (select count(*) from notifications where mailed_at is null)::int as letters`)
    expect(found).toEqual({
      messages: world.threads.flatMap((thread) => thread.messages).length,
      letters: 0,
    })
  })

  it('shows works by their dates, and a portrait for everybody who has works or an account', async () => {
    const { rows } = await sql<{ title: string }>`
      select title from portfolio_items order by created_at desc, id desc`.execute(deps.db)
    const days = world.more.workDays
    const order = [...publicationDates(world.works, { days, now: new Date() }).keys()]
    const titles = new Map(world.works.map(({ id, title }) => [id, title]))
    expect(rows.map((row) => row.title)).toEqual(order.map((id) => titles.get(id)))
    const { rows: portraits } = await sql<{ url: string }>`
      select profile_image_url as url from users where email is not null`.execute(deps.db)
    const kept = await objects()
    const { rows: hidden } = await sql`
      select from media m join users u on u.profile_image_url like '%/media/' || m.id || '/%'
      where m.is_private`.execute(deps.db)
    expect(hidden).toEqual([])
    for (const { url } of portraits) {
      expect(kept).toContain(url.replace(/^\/media\//, 'renditions/'))
      expect(url).toMatch(/^\/media\/[\da-f-]{36}\/320\.webp$/)
    }
  })

  it('changes nothing on a second run', async () => {
    const before = [await snapshot(), await objects()]
    expect(await seed()).toBe(false)
    expect([await snapshot(), await objects()]).toEqual(before)
  })
})
