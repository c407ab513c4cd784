import {
  endProofLink,
  enterProofRoom,
  listProofLinks,
  makeProofLink,
  openProofLink,
  sendProofCode,
  type MadeProofLink,
  type ProofLink,
} from '@plinth/contract/proofing/links.ts'
import type { MarkPlace } from '@plinth/contract/proofing/marks.ts'
import { addProofMark, addProofReply, getProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../../../../../test/app.ts'
import { addFiles, addProject, deliver, setStatus } from '../../../../../test/content/deliveries.ts'
import { enter, makeLink, secretOf, tryToEnter } from '../../../../../test/content/guests.ts'
import { newId } from '../../../../db/id.ts'
import type { Mail } from '../../../../gateways/mail.ts'

const mails: Mail[] = []
const site = testApp(
  {},
  {
    mail: { isOn: true, send: async (mail) => void mails.push(mail), close: () => undefined },
  },
)

let client: Person
let creator: Person
let stranger: Person
let roomId: string
let fileId: string

beforeAll(async () => {
  client = await site.person('Rosa')
  creator = await site.person('Lucia', { isCreator: true })
  stranger = await site.person('Sten')
  const { db } = site.deps
  roomId = await addProject(db, { client, creator })
  await addFiles(db, { projectId: roomId, ownerId: creator.id, count: 1, bytes: 9 })
  const { rows } = await sql<{ id: string }>`select id from delivery_files`.execute(db)
  fileId = rows[0]?.id ?? ''
  await deliver(db, { projectId: roomId, ownerId: creator.id, fileIds: [fileId] })
  await setStatus(db, roomId, 'delivered')
})

const BODY = { name: 'The printer', right: 'comment', days: 14 }
const PERSON = { name: 'Aino Lehtonen', email: 'aino@example.com' }
const make = (as: Person | undefined, body: object = BODY, id = roomId) =>
  site.call(makeProofLink, { as, params: { id }, body })
const list = async (as: Person = client) =>
  (await site.call(listProofLinks, { as, params: { id: roomId } })).body as ProofLink[]
const end = (as: Person | undefined, linkId: string, id = roomId) =>
  site.call(endProofLink, { as, params: { id, linkId } })
const open = (link: MadeProofLink, secret = secretOf(link), as?: Person) =>
  site.call(openProofLink, { as, params: { id: link.id }, body: { secret } })
const get = (headers: Record<string, string>) =>
  site.call(getProofRoom, { params: { id: roomId }, headers })

describe('the two of a project', () => {
  it('make links, and see and end each other’s', async () => {
    const made = (await make(client, { ...BODY, password: 'wax and honey' })).body as MadeProofLink
    expect(made).toMatchObject({
      name: 'The printer',
      right: 'comment',
      madeBy: { firstName: 'Rosa' },
      isViewers: true,
      hasPassword: true,
      state: 'open',
      guests: 0,
      lastGuest: null,
    })
    expect(new URL(made.url)).toMatchObject({ pathname: `/proof/${made.id}`, search: '' })
    const days = (Date.parse(made.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(14, 1)
    const [seen] = await list(creator)
    expect(seen).toMatchObject({ id: made.id, isViewers: false })
    expect(JSON.stringify(seen)).not.toContain(secretOf(made))
    expect((await end(creator, made.id)).body).toMatchObject({ state: 'off' })
    // Twice is the same as once.
    const again = (await end(client, made.id)).body as ProofLink
    expect(again.endedAt).toBe((await list())[0]?.endedAt)
  })

  it('are the only ones who do', async () => {
    const { id: linkId } = await makeLink(site, { as: client, roomId })
    for (const [as, status] of [
      [undefined, 401],
      [stranger, 404],
    ] as const) {
      expect((await make(as)).status).toBe(status)
      expect((await end(as, linkId)).status).toBe(status)
      const listed = await site.call(listProofLinks, { as, params: { id: roomId } })
      expect(listed.status).toBe(status)
    }
    const other = await addProject(site.deps.db, { client, creator })
    expect((await end(client, linkId, other)).status).toBe(404)
    expect((await end(client, newId())).status).toBe(404)
    expect((await list()).find(({ id }) => id === linkId)?.state).toBe('open')
  })

  it.each([
    [{ ...BODY, name: ' ' }],
    [{ ...BODY, name: 'x'.repeat(61) }],
    [{ ...BODY, days: 8 }],
    [{ ...BODY, right: 'approve' }],
    [{ ...BODY, password: 'seven77' }],
    [{ ...BODY, right: 'decide' }],
    [{ ...BODY, person: PERSON }],
    [{ ...BODY, right: 'decide', person: { ...PERSON, email: 'aino' } }],
    [{ ...BODY, days: null, allowsDownloads: true }],
  ])('are told what is wrong with %j', async (body) => {
    expect((await make(client, body)).status).toBe(400)
  })

  it('give away only what is theirs: picking and deciding are the client’s', async () => {
    expect((await make(creator, { ...BODY, right: 'pick' })).status).toBe(403)
    expect((await make(creator, { ...BODY, right: 'decide', person: PERSON })).status).toBe(403)
    expect((await make(creator)).status).toBe(201)
    expect((await make(client, { ...BODY, right: 'pick' })).status).toBe(201)
  })
})

describe('a link', () => {
  it('says what it leads to with its secret, and nothing without it', async () => {
    const link = await makeLink(site, { as: client, roomId })
    const shown = await open(link)
    expect(shown.body).toMatchObject({
      roomId,
      title: 'Three posters',
      client: { firstName: 'Rosa' },
      creator: { firstName: 'Lucia' },
      hasEnded: false,
      isOwn: false,
      files: 1,
      versions: 1,
    })
    expect((await open(link, undefined, stranger)).body).toMatchObject({ isOwn: false })
    expect((await open(link, undefined, creator)).body).toMatchObject({ isOwn: true })
    const wrong = await open(link, 'a'.repeat(43))
    const unknown = await open({ ...link, id: newId() }, secretOf(link))
    await end(client, link.id)
    const over = await open(link, 'a'.repeat(43))
    for (const { status, body } of [wrong, unknown, over])
      expect([status, body.message]).toEqual([404, wrong.body.message])
    // Whoever has the secret learns that it has ended, and whom to ask.
    expect((await open(link)).body).toMatchObject({
      hasEnded: true,
      madeBy: { firstName: 'Rosa' },
      preview: null,
    })
    expect(await tryToEnter(site, link, { name: 'Aino' })).toMatchObject({
      status: 410,
      body: { message: 'This link has ended. Ask Rosa for a new one.' },
    })
  })

  it('takes no name that a mail program would make a link of', async () => {
    const link = await makeLink(site, { as: client, roomId })
    for (const name of [
      'Win at prizes.example',
      'https://prizes',
      'a@prizes',
      'www.prizes.example',
    ])
      expect(await tryToEnter(site, link, { name }), name).toMatchObject({
        status: 400,
        body: { fields: { name: 'Enter your name without a web or email address.' } },
      })
    for (const name of ['J. R. Berg', 'Dr. Ana-María O’Neill', 'Bo Jr.', '李明'])
      expect((await tryToEnter(site, link, { name })).status, name).toBe(201)
  })

  it('takes a name from everybody, once', async () => {
    const link = await makeLink(site, { as: client, roomId })
    expect((await tryToEnter(site, link, {})).status).toBe(400)
    expect((await tryToEnter(site, link, { name: ' ' })).status).toBe(400)
    expect((await tryToEnter(site, link, { name: 'x'.repeat(61) })).status).toBe(400)
    expect((await tryToEnter(site, link, { name: 'Aino', email: 'no' })).status).toBe(400)
    const wrong = { name: 'Aino', secret: 'b'.repeat(43) }
    expect((await tryToEnter(site, link, wrong)).status).toBe(404)
    const guest = await enter(site, link, { name: ' Aino Lehtonen ' })
    expect(guest).toMatchObject({ roomId, name: 'Aino Lehtonen', right: 'comment' })
    expect((await get(guest.headers)).status).toBe(200)
    expect((await list()).find(({ id }) => id === link.id)).toMatchObject({
      guests: 1,
      lastGuest: 'Aino Lehtonen',
    })
  })

  it('works until its days are over, or until the project ends', async () => {
    const other = await addProject(site.deps.db, { client, creator, status: 'delivered' })
    const link = await makeLink(site, { as: client, roomId: other, days: null })
    const guest = await enter(site, link)
    const seen = () => site.call(getProofRoom, { params: { id: other }, headers: guest.headers })
    expect((await seen()).status).toBe(200)
    await setStatus(site.deps.db, other, 'completed')
    expect((await seen()).status).toBe(410)
    expect((await make(client, { ...BODY, days: null }, other)).status).toBe(400)
    expect((await make(client, BODY, other)).status).toBe(201)
  })
})

describe('a password', () => {
  it('gets five tries, however many are made at once, and then 15 minutes', async () => {
    const link = await makeLink(site, { as: client, roomId, password: 'wax and honey' })
    const attempt = (password?: string) =>
      tryToEnter(site, link, { name: 'Aino', ...(password === undefined ? {} : { password }) })
    expect((await attempt()).status).toBe(400)
    expect((await attempt('honey and wax')).body.fields).toEqual({
      password: 'That’s not the password. You have 4 more tries.',
    })
    // Whoever knows it gives the others their tries back.
    expect((await attempt('wax and honey')).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('honey')))
    const by = (status: number) => answers.filter((one) => one.status === status)
    expect([by(403).length, by(429).length]).toEqual([5, 7])
    expect(by(429)[0]?.body.message).toBe('Too many wrong passwords. Try again in 15 minutes.')
    expect((await attempt('wax and honey')).status).toBe(429)
    const code = await site.call(sendProofCode, {
      params: { id: link.id },
      body: { secret: secretOf(link), password: 'wax and honey' },
    })
    expect(code.status).toBe(429)
    site.clock.advance({ minutes: 15, seconds: 1 })
    expect((await attempt('wax and honey')).status).toBe(201)
  })
})

describe('a link for one person', () => {
  const subjects = () => mails.flatMap(({ subject }) => /^(\d{6}) is/.exec(subject)?.[1] ?? [])
  const send = (link: MadeProofLink, secret = secretOf(link)) =>
    site.call(sendProofCode, { params: { id: link.id }, body: { secret } })
  async function codeOf(link: MadeProofLink): Promise<string> {
    const before = subjects().length
    expect((await send(link)).status).toBe(204)
    await vi.waitUntil(() => subjects().length > before, { timeout: 60_000 })
    return subjects().at(-1) ?? ''
  }
  const decide = () =>
    makeLink(site, { as: client, roomId, right: 'decide', person: PERSON, days: 30 })

  it('takes a code from the email, once, and the name that it was made for', async () => {
    const link = await decide()
    expect((await open(link)).body.person).toEqual({
      name: 'Aino Lehtonen',
      email: 'a•••@example.com',
    })
    expect((await send(link, 'c'.repeat(43))).status).toBe(404)
    const code = await codeOf(link)
    expect(mails.at(-1)?.to).toBe(PERSON.email)
    expect((await tryToEnter(site, link, { name: 'Somebody' })).status).toBe(400)
    const guest = await enter(site, link, { name: 'Somebody', code })
    expect(guest).toMatchObject({ name: 'Aino Lehtonen', right: 'decide' })
    expect((await tryToEnter(site, link, { code })).status).toBe(403)
  })

  it('takes no code after five wrong ones, nor after ten minutes', async () => {
    const link = await decide()
    const code = await codeOf(link)
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => tryToEnter(site, link, { code: wrong })),
    )
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([403]))
    expect((await tryToEnter(site, link, { code })).status).toBe(403)
    const next = await codeOf(link)
    site.clock.advance({ minutes: 10, seconds: 1 })
    expect((await tryToEnter(site, link, { code: next })).status).toBe(403)
  })

  it('lets one of two in who send the same code at once', async () => {
    const link = await decide()
    const code = await codeOf(link)
    const both = await Promise.all([1, 2].map(() => tryToEnter(site, link, { code })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 403])
  })

  it('gets ten codes in a day', async () => {
    const link = await decide()
    for (let sent = 0; sent < 10; sent += 1) expect((await send(link)).status).toBe(204)
    expect((await send(link)).status).toBe(409)
    site.clock.advance({ days: 1, seconds: 1 })
    expect((await send(link)).status).toBe(204)
  })

  it('is the only kind that sends codes', async () => {
    expect((await send(await makeLink(site, { as: client, roomId }))).status).toBe(409)
  })
})

describe('emails about answers', () => {
  const place: MarkPlace = { shape: 'whole', points: [], page: null, from: null, to: null }
  const answers = () => mails.filter(({ subject }) => subject.includes('answered you'))
  async function comment(headers: Record<string, string>): Promise<string> {
    const markId = newId()
    const { status } = await site.call(addProofMark, {
      params: { id: roomId, markId },
      body: { versionId: fileId, place, text: 'Darker.' },
      headers,
    })
    expect(status).toBe(200)
    return markId
  }
  const reply = (markId: string, by: { as?: Person; headers?: Record<string, string> }) =>
    site.call(addProofReply, {
      ...by,
      params: { id: roomId, markId, replyId: newId() },
      body: { text: 'A secret word.' },
    })
  const run = () => site.runJob('proofing.mail-guests')
  const arrived = (count: number) =>
    vi.waitUntil(() => answers().length === count, { timeout: 60_000 })

  it('say who answered, one for many and one in 15 minutes, until they are stopped', async () => {
    const link = await makeLink(site, { as: client, roomId, days: 30 })
    const guest = await enter(site, link, { name: 'Aino', email: 'aino@example.com' })
    const silent = await enter(site, link, { name: 'Bo' })
    const markId = await comment(guest.headers)
    await reply(await comment(silent.headers), { as: creator })
    await reply(markId, { headers: guest.headers })
    await run()
    await reply(markId, { as: creator })
    await reply(markId, { headers: silent.headers })
    await run()
    await arrived(1)
    const [mail] = answers()
    expect(mail).toMatchObject({
      to: 'aino@example.com',
      subject: 'Bo and Lucia answered you about “Three posters”',
    })
    expect(mail?.text).not.toContain('A secret word')
    expect(mail?.text).toContain(`/proof/${link.id}`)

    await reply(markId, { as: client })
    await run()
    site.clock.advance({ minutes: 15, seconds: 1 })
    await run()
    await arrived(2)
    expect(answers()[1]?.subject).toMatch(/^Rosa answered/)

    const url = /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const path = url.slice(new URL(url).origin.length)
    const asked = await site.request({ method: 'GET', url: path })
    expect([asked.status, asked.body.includes('aino@example.com')]).toEqual([200, true])
    const unknown = path.replace(/key=[\da-f]{8}/, 'key=00000000')
    expect((await site.request({ method: 'POST', url: unknown })).status).toBe(404)
    // As mail programs do it, from anywhere.
    const stopped = await site.request({
      method: 'POST',
      url: path,
      headers: { origin: 'https://mail.example' },
    })
    expect(stopped.status).toBe(200)
    expect((await site.request({ method: 'GET', url: path })).body).toContain('No more emails')
    await reply(markId, { as: client })
    site.clock.advance({ minutes: 16 })
    await run()
    expect(answers()).toHaveLength(2)
  })

  it('are not sent once the link has ended', async () => {
    const link = await makeLink(site, { as: client, roomId, days: 30 })
    const guest = await enter(site, link, { name: 'Cy', email: 'cy@example.com' })
    await reply(await comment(guest.headers), { as: creator })
    await end(client, link.id)
    await run()
    expect(answers().filter(({ to }) => to === 'cy@example.com')).toEqual([])
    const { rows } = await sql`select from proof_guests where news_at is not null`.execute(
      site.deps.db,
    )
    expect(rows).toEqual([])
  })
})

it('names and addresses of guests are deleted 90 days after their link has ended', async () => {
  const link = await makeLink(site, { as: client, roomId, right: 'decide', person: PERSON })
  const other = await makeLink(site, { as: client, roomId, days: 7 })
  const guest = await enter(site, other, { name: 'Dora', email: 'dora@example.com' })
  await end(client, link.id)
  const clear = () => site.runJob('proofing.clear-links')
  const find = async () => {
    const { rows } = await sql<{ name: string; email: string | null; to: string | null }>`
      select g.name, g.email, (select person_email from proof_links where id = ${link.id}::uuid) as to
      from proof_guests g where g.id = ${guest.guestId}::uuid`.execute(site.deps.db)
    return rows[0]
  }
  site.clock.advance({ days: 89 })
  await clear()
  expect(await find()).toEqual({ name: 'Dora', email: 'dora@example.com', to: PERSON.email })
  site.clock.advance({ days: 9 })
  await clear()
  expect(await find()).toEqual({ name: '', email: null, to: null })
  expect((await get(guest.headers)).status).toBe(401)
})

it('a room has a hundred links, and a link two hundred guests', async () => {
  const other = await addProject(site.deps.db, { client, creator, status: 'delivered' })
  const link = await makeLink(site, { as: client, roomId: other })
  await sql`insert into proof_guests (id, link_id, name)
    select gen_random_uuid(), ${link.id}::uuid, 'G' from generate_series(1, 199)`.execute(
    site.deps.db,
  )
  const both = await Promise.all(
    ['Aino', 'Bo'].map((name) =>
      site.call(enterProofRoom, {
        params: { id: link.id },
        body: { secret: secretOf(link), name },
      }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  await sql`insert into proof_links (id, room_id, made_by, name, rights, secret_hash)
    select gen_random_uuid(), ${other}::uuid, ${client.id}::uuid, 'L', 'look', sha256('x')
    from generate_series(1, 98)`.execute(site.deps.db)
  const made = await Promise.all([make(client, BODY, other), make(creator, BODY, other)])
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409])
})
