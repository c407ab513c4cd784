import { MEMBER_PLACES, memberPlaceOf } from '@plinth/contract/people/places.ts'
import { createInvitation } from '@plinth/contract/moderation/invitations.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../test/app.ts'
import { makePost } from '../test/content/posts.ts'
import { makeWork } from '../test/content/works.ts'
import { SHOW_BOOT, testWeb } from '../test/web.ts'
import { composeDigest } from './core/notifications/emails/digest.ts'
import type { DigestLine } from './core/notifications/emails/digest-queries.ts'
import { changeHandleOf } from './core/users/handle-queries.ts'
import { findSuspension, suspend } from './core/users/suspension-queries.ts'
import { newId } from './db/id.ts'
import { screenPages } from './screens.ts'

const web = testWeb({ render: SHOW_BOOT })
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off', DEBUG_PAGE: 'on' }))
let marit: Person
let bob: Person
let handle: string
let workId: string
let postId: string

const open = async (url: string, as?: Person) => {
  const { status, body, headers } = await t.request({ method: 'GET', url, ...(as && { as }) })
  return { status, html: String(body), location: headers['location'] }
}

beforeAll(async () => {
  marit = await t.person('Marit', { isCreator: true, lastName: 'Solheim' })
  bob = await t.person('Bob')
  workId = await makeWork(t.deps, marit, { title: 'Moon Jar', tags: ['jar'] })
  postId = await makePost(t.deps, marit, { title: 'Unloaded this morning', tags: ['jar'] })
  await changeHandleOf(t.deps.db, marit.id, 'marit_s')
  handle = (await changeHandleOf(t.deps.db, marit.id, 'marit_s'))?.handle ?? ''
})

describe('what is public', () => {
  it('is drawn for visitors, with its data', async () => {
    for (const [url, text] of [
      [`/@${handle}`, 'Moon Jar'],
      [`/creator/${marit.id}`, 'Moon Jar'],
      [`/profile/${marit.id}`, 'Moon Jar'],
      [`/portfolio/${workId}`, 'Moon Jar'],
      [`/post/${postId}`, 'Unloaded this morning'],
      ['/explore', 'Moon Jar'],
      ['/explore/posts', 'Unloaded this morning'],
      ['/explore?category=crafting', 'Crafting'],
      ['/explore/tag/jar', 'Moon Jar'],
      ['/search?q=moon', 'Moon Jar'],
      ['/search?q=unloaded&tab=posts', 'Unloaded this morning'],
    ] as const) {
      const { status, html } = await open(url)
      expect([url, status], url).toEqual([url, 200])
      const [drawn = ''] = html.split('<script type="application/json"')
      expect(drawn, url).toContain(text)
      expect(html, url).toContain('<meta name="description"')
    }
  })

  it('names one address of a person as canonical', async () => {
    for (const url of [`/@${handle}`, `/creator/${marit.id}`, `/profile/${marit.id}`]) {
      expect((await open(url)).html, url).toContain(
        `<link rel="canonical" href="http://localhost:3000/@${handle}">`,
      )
    }
    expect((await open('/explore?category=crafting&utm_source=x')).html).toContain(
      '<link rel="canonical" href="http://localhost:3000/explore?category=crafting">',
    )
  })

  it('is reached from other forms of its address, with the query', async () => {
    for (const [url, location] of [
      [`/@${handle.toUpperCase()}?tab=portfolio`, `/@${handle}?tab=portfolio`],
      ['/advertise/', '/advertise'],
      ['/explore/?category=artwork', '/explore?category=artwork'],
      ['/index.html', '/'],
    ] as const) {
      expect(await open(url), url).toMatchObject({ status: 301, location })
    }
  })

  it('leads from an earlier handle to the one of today', async () => {
    const person = await t.person('Ines', { isCreator: true })
    const users = t.deps.db.selectFrom('users').select('handle')
    const earlier = await users.where('id', '=', person.id).executeTakeFirstOrThrow()
    await changeHandleOf(t.deps.db, person.id, 'ines_of_today')
    expect(await open(`/@${earlier.handle}`)).toMatchObject({
      status: 301,
      location: '/@ines_of_today',
    })
  })

  it('sends nobody to another host', async () => {
    for (const url of ['//evil.example/', '//evil.example//'])
      expect((await open(url)).status, url).toBe(404)
  })
})

describe('what needs an account', () => {
  it('answers visitors 401 with what they sign in for', async () => {
    for (const { path, title } of MEMBER_PLACES) {
      const { status, html } = await open(path.replace(/:\w+/, newId()))
      expect([path, status]).toEqual([path, 401])
      expect(html, path).toContain(`<title>${title}</title>`)
      expect(html, path).toContain('<meta name="robots" content="noindex">')
    }
  })

  it('is listed in one place, without the public screens', () => {
    const paths = new Set(screenPages(t.deps).map(({ path }) => path))
    expect(MEMBER_PLACES.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual([])
    for (const path of ['/explore', '/search', '/advertise', '/post/x', '/'])
      expect(memberPlaceOf(path, {})).toBeNull()
  })

  it('includes a follower’s profile, and reveals nothing of it', async () => {
    for (const url of [`/profile/${bob.id}`, `/creator/${bob.id}`]) {
      const { status, html } = await open(url)
      expect(status).toBe(401)
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('Bob')
      expect((await open(url, marit)).status).toBe(200)
    }
  })

  it('is not found where nothing is', async () => {
    for (const url of [
      '/nowhere',
      '/@nobody_here',
      '/messages/a/b',
      '/@!',
      `/portfolio/${newId()}`,
    ])
      expect((await open(url)).status, url).toBe(404)
  })
})

const LINE: DigestLine = {
  kind: 'follow',
  actor: null,
  actorCount: 0,
  workCount: 1,
  title: null,
  excerpt: null,
  postId: null,
  itemId: null,
  conversationId: null,
  project: null,
  proof: null,
  billing: null,
  standing: null,
  refusal: null,
  picture: null,
}

/** A line for each way that `pathOf` can answer. */
const LINES: Partial<DigestLine>[] = [
  { kind: 'standing', standing: { state: 'taken_down', reason: 'No.', note: null } },
  {
    kind: 'project',
    project: { id: newId(), title: 'Moon Jar', event: 'accepted', amount: null, role: 'client' },
  },
  { kind: 'money', billing: 'subscription_past_due' },
  { kind: 'money', billing: 'export_ready' },
  { kind: 'message', conversationId: newId(), title: 'Moon Jar' },
]

it('every address in an email is public or says what to sign in for', async () => {
  const lines: Partial<DigestLine>[] = [
    ...LINES,
    { actor: { id: marit.id, name: 'Marit' }, actorCount: 1 },
    { actor: { id: bob.id, name: 'Bob' }, actorCount: 1 },
    { actor: { id: bob.id, name: 'Bob' }, actorCount: 3 },
    { kind: 'like', postId, title: 'Unloaded' },
    { kind: 'like', itemId: workId, title: 'Moon Jar' },
  ]
  const publicUrl = t.deps.env.publicUrl
  const { rows } = await sql<{ key: string }>`
    select mail_key as key from users where id = ${bob.id}`.execute(t.deps.db)
  const mails = lines.map((line) =>
    composeDigest(
      {
        email: 'dana@example.com',
        firstName: 'Dana',
        mailKey: rows[0]?.key ?? '',
        lines: [{ ...LINE, ...line }],
      },
      { publicUrl, userId: bob.id, id: newId() },
    ),
  )
  const urls = mails.flatMap(({ text }) =>
    text
      .split(/\s/)
      .filter((word) => word.startsWith(publicUrl))
      .map((word) => word.slice(publicUrl.length)),
  )
  const admin = await t.person('Admin', { isAdmin: true })
  const invited = await t.call(createInvitation, { as: admin, body: {} })
  const suspended = await t.person('Sam')
  await t.deps.db
    .transaction()
    .execute((trx) => suspend(t.deps, trx, { userId: suspended.id, reason: 'Spam' }))
  const suspension = await findSuspension(t.deps.db, suspended.id)
  const pages = new Set([
    ...urls,
    // Of the emails that are written one by one.
    new URL(String(invited.body.url)).pathname,
    suspension?.appealPath ?? '',
    '/admin',
    '/advertise',
    '/statement',
    '/',
  ])
  expect(pages.size).toBeGreaterThan(15)
  for (const url of pages) {
    const { status, html } = await open(url)
    expect([200, 401], url).toContain(status)
    if (status === 401) expect(html, url).toMatch(/<title>(Sign in to|Please log in to) /)
  }
})
