import { finishWelcome } from '@plinth/contract/people/welcome.ts'
import { readdir } from 'node:fs/promises'
import {
  RESTORE_PATH,
  deleteAccount,
  getExport,
  listExports,
  requestExport,
} from '@plinth/contract/people/account.ts'
import { deleteUser } from '@plinth/contract/moderation/admin.ts'
import { becomeCreator, getStatement, getSubscription } from '@plinth/contract/money/billing.ts'
import { listBlocked } from '@plinth/contract/people/blocks.ts'
import { listComments, listReplies } from '@plinth/contract/posts/comments.ts'
import { listConversations } from '@plinth/contract/messages/conversations.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { getMedia } from '@plinth/contract/media/media.ts'
import { listMessages } from '@plinth/contract/messages/messages.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import {
  getPortfolio,
  listCategories,
  listPortfolios,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import * as posts from '@plinth/contract/posts/posts.ts'
import { getProject, listProjects } from '@plinth/contract/projects/project-calls.ts'
import { listReviews } from '@plinth/contract/projects/reviews.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { getTag, listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import {
  getProfile,
  getUserStats,
  listFollowers,
  listFollowing,
  searchPeople,
} from '@plinth/contract/people/users.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSession, type Person } from '../../../test/app.ts'
import { paidApp } from '../../../test/money/cards.ts'
import { populateAccount, type PopulatedAccount } from '../../../test/content/account.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { hiring, pairUp } from '../../../test/content/projects.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { newId } from '../../db/id.ts'
import { ENTITIES } from './export/export-entity-queries.ts'

const CANARY = 'Quirrelmoss'

const t = paidApp()
let populated: PopulatedAccount
let origin: string
beforeAll(async () => {
  origin = await listen(t)
  populated = await populateAccount(t, CANARY)
}, 90_000)

/** Waits until all files are made and the outbox is empty. */
async function settled(): Promise<void> {
  for (const id of populated.mediaIds)
    await expect
      .poll(
        async () => (await t.call(getMedia, { as: populated.person, params: { id } })).body.state,
        {
          timeout: 100_000,
        },
      )
      .toBe('ready')
  await waitForOutbox(t)
}

const remove = (as?: Person) => t.call(deleteAccount, { as })

async function packed(as: Person): Promise<{ id: string; url: string; bytes: number }> {
  const { status, body } = await t.call(requestExport, { as })
  expect([status, body]).toMatchObject([202, { state: 'waiting', url: null, bytes: null }])
  const read = async () => (await t.call(getExport, { as, params: { id: body.id } })).body
  await expect.poll(async () => (await read()).state, { timeout: 100_000 }).toBe('ready')
  return read()
}

/** Downloads raw bytes, because `request` reads text. */
const download = (url: string, as?: Person) =>
  t.app.inject({ url, headers: as ? { cookie: as.cookie } : {} })

const idsIn = async (statement: string): Promise<string[]> => {
  const { rows } = await sql<{
    id: string
  }>`select id::text from (${sql.raw(statement)}) t (id) order by 1`.execute(t.deps.db)
  return rows.map(({ id }) => id)
}

describe('an archive', () => {
  it('contains everything that somebody made, and nothing private of anybody else', async () => {
    const { person, other, mediaIds } = populated
    await settled()
    const me = `'${person.id}'`
    const workIds = await idsIn(`select item_id from portfolio_likes where user_id = ${me}`)
    await t.call(finishWelcome, { as: person, body: { workIds, timeZone: 'Europe/Oslo' } })
    const { url, bytes } = await packed(person)
    const answer = await download(url, person)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="plinth-[\d-]+\.zip"/,
    )
    expect(answer.rawPayload).toHaveLength(bytes)
    const files = unzipSync(answer.rawPayload)

    const names = Object.keys(files)
    const lists = Object.keys(ENTITIES).map((entity) => `data/${entity}.json`)
    expect(names.filter((name) => !name.startsWith('files/')).toSorted()).toEqual(
      [...lists, 'index.html'].toSorted(),
    )
    const read = (entity: keyof typeof ENTITIES) =>
      JSON.parse(strFromU8(files[`data/${entity}.json`] ?? new Uint8Array())) as Record<
        string,
        unknown
      >[]
    const idsOf = (entity: keyof typeof ENTITIES) =>
      read(entity)
        .map((one) => String(one['id']))
        .toSorted()
    const made: [keyof typeof ENTITIES, string][] = [
      ['account', `select id from users where id = ${me}`],
      ['posts', `select id from posts where creator_id = ${me}`],
      ['works', `select id from portfolio_items where creator_id = ${me}`],
      [
        'caseStudies',
        `select item_id from case_studies where item_id in (
        select id from portfolio_items where creator_id = ${me})`,
      ],
      ['credits', `select id from credits where person_id = ${me}`],
      ['wall', `select id from wall_places where creator_id = ${me}`],
      ['series', `select id from series where creator_id = ${me}`],
      ['comments', `select id from comments where author_id = ${me}`],
      [
        'likes',
        `select post_id from post_likes where user_id = ${me}
        union all select item_id from portfolio_likes where user_id = ${me}
        union all select comment_id from comment_likes where user_id = ${me}`,
      ],
      [
        'saves',
        `select post_id from post_saves where user_id = ${me}
        union all select item_id from portfolio_saves where user_id = ${me}`,
      ],
      ['boards', `select id from boards where owner_id = ${me}`],
      ['briefs', `select id from briefs where sender_id = ${me}`],
      ['briefDrafts', `select board_id from brief_drafts where user_id = ${me}`],
      [
        'boardNotes',
        `select id from board_items where noted_by = ${me} and board_id not in (
        select id from boards where owner_id = ${me})`,
      ],
      [
        'boardPictures',
        `select i.id from board_items i join media m on m.id = i.media_id where m.owner_id = ${me}`,
      ],
      ['picks', `select item_id from tastes where user_id = ${me}`],
      ['follows', `select followed_id from follows where follower_id = ${me}`],
      ['blocks', `select blocked_id from blocks where blocker_id = ${me}`],
      [
        'hidden',
        `select post_id from post_hides where user_id = ${me}
        union all select creator_id from creator_dampings where user_id = ${me}`,
      ],
      ['messages', `select id from messages where sender_id = ${me}`],
      ['projects', `select id from projects where client_id = ${me}`],
      ['reviews', `select id from reviews where author_id = ${me}`],
      ['payments', `select id from payments where payer_id = ${me}`],
      ['reports', `select id from reports where reporter_id = ${me}`],
      ['proof', `select id from case_proofs where author_id = ${me}`],
      ['files', `select id from media where owner_id = ${me}`],
    ]
    for (const [entity, statement] of made) {
      const ids = await idsIn(statement)
      expect(ids, entity).not.toEqual([])
      expect(idsOf(entity), entity).toEqual(ids)
    }
    expect(read('account')).toMatchObject([
      {
        firstName: CANARY,
        email: `${CANARY}-${person.id}@example.com`,
        bio: `I am ${CANARY}.`,
        timeZone: 'Europe/Oslo',
        keepsName: true,
      },
    ])
    expect(read('messages')).toMatchObject([
      { to: 'Otto Other', messageType: 'business_inquiry' },
      { to: 'Otto Other', fileIds: [mediaIds.at(-1)] },
    ])
    expect(read('projects')).toMatchObject([
      {
        role: 'client',
        with: 'Otto Other',
        status: 'completed',
        fileIds: [mediaIds.at(-2)],
        shown: [{ workId: expect.any(String), postId: null, note: 'As round as this.' }],
      },
    ])

    // The files are the originals, byte for byte, under safe names.
    const packedFiles = names.filter((name) => name.startsWith('files/'))
    expect(packedFiles.map((name) => name.slice(6, 42)).toSorted()).toEqual(mediaIds.toSorted())
    for (const name of packedFiles) {
      expect(name).toMatch(/^files\/[\da-f-]{36}-(Quirrelmoss|attached)\.png$/)
      const object = await t.deps.storage.open(`originals/${name.slice(6, 42)}.png`)
      const kept = await object?.stream.toArray()
      expect(Buffer.compare(Buffer.concat(kept as Buffer[]), files[name] ?? new Uint8Array())).toBe(
        0,
      )
    }
    const page = strFromU8(files['index.html'] ?? new Uint8Array())
    for (const name of [...lists, ...packedFiles]) expect(page).toContain(`href="${name}"`)

    const texts = names
      .filter((name) => !name.startsWith('files/'))
      .map((name) => strFromU8(files[name] ?? new Uint8Array()))
      .join('\n')
    for (const foreign of [
      `Otto-${other.id}`,
      'Mine to you, from the other.',
      'Paid in time.',
      'Thank you.',
      'token_hash',
      'cus_',
    ])
      expect(texts, foreign).not.toContain(foreign)
  })

  it('notifies its owner, who alone can download it, once a day', async () => {
    const { person, other } = populated
    await expect
      .poll(async () => (await t.call(listNotifications, { as: person })).body[0])
      .toMatchObject({ kind: 'money', billing: 'export_ready' })
    const again = await t.call(requestExport, { as: person })
    expect([again.status, again.body.code]).toEqual([429, 'rate.limited'])
    const [own] = (await t.call(listExports, { as: person })).body
    expect((await t.call(listExports, { as: other })).body).toEqual([])
    const params = { id: own.id }
    expect((await t.call(getExport, { as: other, params })).status).toBe(404)
    expect((await t.call(getExport, { as: person, params: { id: newId() } })).status).toBe(404)
    expect((await t.call(getExport, { as: person, params: { id: 'x' } })).status).toBe(400)
    for (const answer of [
      await t.call(getExport, { params }),
      await t.call(listExports),
      await t.call(requestExport),
    ])
      expect(answer.status).toBe(401)
    expect((await download(own.url, other)).statusCode).toBe(404)
    expect((await download(own.url)).statusCode).toBe(401)
    for (const id of ['..%2f..%2foriginals', '%2e%2e', newId(), "x'%20or%201=1"])
      expect((await download(`/api/account/exports/${id}/archive.zip`, person)).statusCode).toBe(
        404,
      )
  })

  it('works for somebody who made nothing', async () => {
    const { bytes, url } = await packed(populated.third)
    const names = Object.keys(unzipSync((await download(url, populated.third)).rawPayload))
    expect(bytes).toBeGreaterThan(0)
    expect(names.some((name) => name.startsWith('files/'))).toBe(false)
    expect(names).toContain('index.html')
  })
})

describe('a deletion', () => {
  it('requires a recent sign-in', async () => {
    expect((await remove()).status).toBe(401)
    const ada = await t.person('Ada')
    t.clock.advance({ minutes: 16 })
    const { status, body } = await remove(ada)
    expect([status, body.code]).toEqual([403, 'auth.stale'])
    expect((await t.call(getViewer, { as: ada })).status).toBe(200)
  })

  it('is refused while money is held, with the name of the project, on both sides', async () => {
    const pair = await pairUp(t)
    const { id, number } = await hiring(t, pair).request()
    const admin = await t.person('Admin', { isAdmin: true })
    for (const as of [pair.client, pair.creator]) {
      const byAdmin = await t.call(deleteUser, { as: admin, params: { id: as.id } })
      expect([byAdmin.status, byAdmin.body.message]).toEqual([
        409,
        `Money is held in “Moon Jar” (project ${number}). Client and creator have to end it first, or ask Plinth to rule.`,
      ])
      const { status, body } = await remove(as)
      expect([status, body]).toMatchObject([
        409,
        { code: 'conflict', message: expect.stringContaining(`“Moon Jar” (project ${number})`) },
      ])
      expect((await t.call(getProject, { as, params: { id } })).status).toBe(200)
    }
    await sql`update users set is_admin = false where id = ${admin.id}`.execute(t.deps.db)
  })

  it('is refused to the last admin, and ends a running subscription', async () => {
    const ann = await t.person('Ann', { isAdmin: true })
    const { status, body } = await remove(ann)
    expect([status, body.code]).toEqual([409, 'conflict'])
    const bea = await t.person('Bea', { isAdmin: true })
    expect((await remove(ann)).status).toBe(202)

    // An account that an admin has deleted cannot be restored by its owner.
    const dora = await t.person('Dora')
    const deleted = await t.call(deleteUser, { as: bea, params: { id: dora.id } })
    expect(deleted.status).toBe(204)
    const again = { id: dora.id, cookie: await openSession(t.deps, dora.id) }
    for (const method of ['GET', 'POST'] as const)
      expect((await t.request({ method, url: RESTORE_PATH, as: again })).status).toBe(404)

    const cleo = await t.person('Cleo')
    const { subscriptionUrl } = (await t.call(becomeCreator, { as: cleo })).body
    await t.cards.pay(subscriptionUrl)
    await t.cards.deliverWebhooks()
    expect((await remove(cleo)).status).toBe(202)
    const back = { id: cleo.id, cookie: await openSession(t.deps, cleo.id) }
    await t.request({ method: 'POST', url: RESTORE_PATH, as: back })
    expect((await t.call(getSubscription, { as: back })).body).toMatchObject({
      state: 'active',
      endsAtPeriodEnd: true,
    })
  })
})

/** All endpoints that list people or what they made. */
const lists = (): [EndpointDefinition, object][] => [
  [posts.listForYou, {}],
  [posts.listFollowedPosts, {}],
  [posts.listExplorePosts, {}],
  [posts.listTagPosts, { params: { tag: `tag-${CANARY}` } }],
  [getTag, { params: { tag: CANARY } }],
  [listTagPortfolios, { params: { tag: CANARY } }],
  [listPortfolios, {}],
  [listPortfolios, { query: { search: `${CANARY} jar` } }],
  [listFollowers, { params: { id: populated.other.id } }],
  [listFollowing, { params: { id: populated.other.id } }],
  [searchPeople, { query: { search: CANARY } }],
  [listComments, { params: { id: populated.otherPostId } }],
  [listReviews, { params: { id: populated.other.id } }],
  [posts.listLikedPosts, {}],
  [listNotifications, {}],
  [listProjects, {}],
  [getProject, { params: { id: populated.projectId } }],
  [listConversations, {}],
  [listMessages, {}],
  [getStatement, {}],
]
const gone = (): [EndpointDefinition, object][] => [
  [getProfile, { params: { id: populated.person.id } }],
  [getUserStats, { params: { id: populated.person.id } }],
  [posts.listUserPosts, { params: { userId: populated.person.id, id: populated.person.id } }],
  [listUserPortfolios, { params: { id: populated.person.id } }],
  [posts.getPost, { params: { id: populated.postId } }],
  [getPortfolio, { params: { id: populated.workId } }],
  [listComments, { params: { id: populated.postId } }],
]

async function expectInvisible(): Promise<void> {
  for (const [endpoint, input] of lists()) {
    const { status, body } = await t.call(endpoint, { as: populated.other, ...input })
    expect([endpoint.path, status < 300 || status === 404]).toEqual([endpoint.path, true])
    expect(JSON.stringify(body), endpoint.path).not.toContain(CANARY)
  }
  for (const as of [populated.other, undefined])
    for (const [endpoint, input] of gone())
      expect([endpoint.path, (await t.call(endpoint, { as, ...input })).status]).toEqual([
        endpoint.path,
        404,
      ])
  const { body: conversations } = await t.call(listConversations, { as: populated.other })
  expect(JSON.stringify(conversations)).toMatch(/"firstName":"Deleted","lastName":"user"/)
  const { body: room } = await t.call(getProject, {
    as: populated.other,
    params: { id: populated.projectId },
  })
  expect(room.client).toMatchObject({
    firstName: 'Deleted',
    lastName: 'user',
    profileImageUrl: null,
  })
}

const booksOf = async () =>
  (
    await sql<{
      books: string
    }>`select (select json_agg(t order by id)::text from ledger_transactions t)
      || (select json_agg(e order by transaction_id, position)::text from ledger_entries e)
      || (select json_agg(p order by id)::text from projects p)
      || (select json_agg(p order by id)::text from payments p) as books`.execute(t.deps.db)
  ).rows[0]?.books

const categories = async () => (await t.call(listCategories)).body

describe('a deleted account', () => {
  let session: Person
  let before: unknown[]
  const seen = async () =>
    Promise.all(
      gone().map(
        async ([endpoint, input]) =>
          (await t.call(endpoint, { as: populated.other, ...input })).body,
      ),
    )

  it('is invisible to everybody at once, and its sessions end', async () => {
    session = { id: populated.person.id, cookie: await openSession(t.deps, populated.person.id) }
    before = [await seen(), await categories()]
    const live = await readLive(origin, session)
    await live.next('hello')
    const { status, body } = await remove(session)
    expect(status).toBe(202)
    const days = (Date.parse(body.purgedAfter) - t.deps.now().getTime()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    await live.next('ended')
    for (const as of [session, populated.person])
      expect((await t.call(getViewer, { as })).status).toBe(401)
    await expectInvisible()
    for (const id of populated.mediaIds.slice(0, 3))
      expect((await t.request({ url: `/media/${id}/original.png` })).status).toBe(404)
  })

  it('is restored as it was when its owner signs in', async () => {
    const back = { id: populated.person.id, cookie: await openSession(t.deps, populated.person.id) }
    const page = await t.request({ url: RESTORE_PATH, as: back })
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('Restore my account')])
    expect((await t.call(getViewer, { as: back })).status).toBe(401)
    expect((await t.request({ method: 'POST', url: RESTORE_PATH })).status).toBe(404)
    expect(
      (await t.request({ method: 'POST', url: RESTORE_PATH, as: populated.other })).status,
    ).toBe(404)
    const restored = await t.request({ method: 'POST', url: RESTORE_PATH, as: back })
    expect([restored.status, restored.headers['location']]).toEqual([303, '/'])
    expect((await t.call(getViewer, { as: back })).body).toMatchObject({
      firstName: CANARY,
      email: `${CANARY}-${populated.person.id}@example.com`,
      bio: `I am ${CANARY}.`,
      profileImageUrl: `/media/${populated.mediaIds[0]}/320.webp`,
    })
    expect([await seen(), await categories()]).toEqual(before)
    const portrait = await t.request({ url: `/media/${populated.mediaIds[0]}/320.webp` })
    expect(portrait.status).toBe(200)
    expect((await t.request({ url: RESTORE_PATH, as: back })).status).toBe(404)
    session = back
  })

  it('is purged after thirty days, with nothing of the person left in any table or file', async () => {
    const { db } = t.deps
    // An existing archive is deleted with the rest.
    const archives = (await t.call(listExports, { as: session })).body
    expect(archives).toHaveLength(1)
    expect((await remove(session)).status).toBe(202)
    const books = await booksOf()
    await t.runJob('account.purge')
    expect(
      await idsIn(`select user_id from identities where user_id = '${populated.person.id}'`),
    ).toEqual([])
    t.clock.advance({ days: 30, minutes: 1 })
    await t.runJob('account.purge')
    await t.runJob('portfolios.refresh')

    expect(await tablesWith(CANARY.toLowerCase())).toEqual([])
    expect(await booksOf()).toBe(books)
    await expectInvisible()
    const { rows } = await sql<{ content: string }>`
      select content from messages where sender_id = ${populated.person.id} order by created_at`.execute(
      db,
    )
    expect(rows).toMatchObject([
      { content: 'Mine to you, from a board.' },
      { content: expect.stringContaining('Mine to you.') },
    ])
    const ids = [...populated.mediaIds, ...archives.map((one: { id: string }) => one.id)]
    const left = async () => {
      const names = await readdir(t.dataDir, { recursive: true })
      return names.filter((name) => ids.some((id) => name.includes(id)))
    }
    await expect.poll(left, { timeout: 100_000 }).toEqual([])
    expect((await download(archives[0].url, session)).statusCode).toBe(401)
    const replies = await t.call(listReplies, {
      as: populated.other,
      params: { id: populated.commentId },
    })
    expect(replies.body).toMatchObject([{ content: 'It is.' }])
    expect((await t.call(listBlocked, { as: populated.third })).body).toEqual([])
    const late = { id: populated.person.id, cookie: await openSession(t.deps, populated.person.id) }
    expect((await t.request({ method: 'POST', url: RESTORE_PATH, as: late })).status).toBe(404)
  }, 60_000)

  it('does not keep expired archives of others from being deleted', async () => {
    expect((await t.call(listExports, { as: populated.third })).body).toEqual([])
    await t.runJob('account.export-sweep')
    expect(await idsIn('select id from account_exports')).toEqual([])
    expect(
      (await readdir(t.dataDir, { recursive: true })).filter((name) => name.endsWith('.zip')),
    ).toEqual([])
  })
})

/** Tables with a row that contains these words, jobs included. */
async function tablesWith(words: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(t.deps.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where lower(t::text) like ${`%${words}%`} limit 1`.execute(
      t.deps.db,
    )
    for (const { row } of hits) found.push(`${name}: ${row.slice(0, 200)}`)
  }
  return found
}
