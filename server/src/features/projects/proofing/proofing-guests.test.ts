import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  endProofLink,
  PASS_HEADER,
  sendProofCode,
  type MadeProofLink,
} from '@plinth/contract/proofing/links.ts'
import { decideOnVersion, setProofPicks } from '@plinth/contract/proofing/decisions.ts'
import type { MarkPlace, ProofMark } from '@plinth/contract/proofing/marks.ts'
import {
  addProofMark,
  addProofReply,
  changeProofMark,
  deleteProofMark,
  deleteProofReply,
  getProofRoom,
  listProofMarks,
  setProofMarkState,
  type ProofMarks,
  type ProofRoom,
} from '@plinth/contract/proofing/rooms.ts'
import { deliveryArchiveUrl } from '@plinth/contract/projects/project-calls.ts'
import { proofPageUrl, type DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp, type Answer, type Person } from '../../../../test/app.ts'
import { addProject, deliver, delivering, setStatus } from '../../../../test/content/deliveries.ts'
import { enter, makeLink, secretOf } from '../../../../test/content/guests.ts'
import { contractEndpoints } from '../../../../test/contract.ts'
import { makePdf } from '../../../../test/media/documents.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { newId } from '../../../db/id.ts'
import type { Mail } from '../../../gateways/mail.ts'

const mails: Mail[] = []
const site = testApp(
  {},
  {
    mail: {
      isOn: true,
      send: async (mail) => void mails.push(mail),
      close: () => undefined,
    },
  },
)
const SOON = { timeout: 100_000 }

let client: Person
let creator: Person
let id: string
let deliveryId: string
let files: DeliveryFile[]
let otherRoom: string

/** Who calls, by what they have: a link with a right, one that has ended, or something that opens nothing. */
const GUESTS = [
  'look',
  'comment',
  'pick',
  'decide',
  'off',
  'expired',
  'none',
  'wrong pass',
  'other room',
] as const
type Who = (typeof GUESTS)[number]
const headersOf = new Map<Who, Record<string, string>>()
/** Marks and answers that each of them has made, before their links ended. */
const own = new Map<Who, { markId: string; replyId: string }>()

const whole: MarkPlace = { shape: 'whole', points: [], page: null, from: null, to: null }
const markBody = () => ({ versionId: files[0]?.id, place: whole, text: 'Brighter, please.' })
const call = (
  endpoint: EndpointDefinition,
  who: Who | Person,
  input: { params?: object; body?: unknown } = {},
): Promise<Answer> =>
  site.call(endpoint, {
    ...(typeof who === 'string' ? { headers: headersOf.get(who) ?? {} } : { as: who }),
    params: { id, ...input.params },
    body: input.body as never,
  })

/** The link that decides needs a code, which is emailed. */
async function enterByCode(link: MadeProofLink) {
  await site.call(sendProofCode, { params: { id: link.id }, body: { secret: secretOf(link) } })
  const code = await vi.waitUntil(
    () => mails.flatMap(({ subject }) => /^(\d{6}) is your code/.exec(subject)?.[1] ?? [])[0],
    SOON,
  )
  return enter(site, link, { code })
}

beforeAll(async () => {
  client = await site.person('Rosa')
  creator = await site.person('Lucia', { isCreator: true })
  id = await addProject(site.deps.db, { client, creator })
  otherRoom = await addProject(site.deps.db, { client, creator })
  const room = delivering(site, id)
  files = [
    await room.send(creator, await makePicture('image/png', 600, 400), 'label.png'),
    await room.send(creator, makePdf({ pages: 2 }), 'book.pdf'),
  ]
  deliveryId = await deliver(site.deps.db, {
    projectId: id,
    ownerId: creator.id,
    fileIds: files.map((file) => file.id),
  })
  await sql`update project_deliveries set note = 'Only for you, Rosa.'`.execute(site.deps.db)
  await setStatus(site.deps.db, id, 'delivered')
  await setStatus(site.deps.db, otherRoom, 'delivered')
  await sql`update projects set picks = 1`.execute(site.deps.db)
  await vi.waitFor(async () => {
    const { things } = (await call(getProofRoom, client)).body as ProofRoom
    const made = things.map(({ versions: [one] }) => [one?.previewState, one?.proofState])
    if (made.flat().includes('waiting')) throw new Error('they are not made yet')
  }, SOON)

  for (const right of ['look', 'comment', 'pick'] as const) {
    const link = await makeLink(site, { as: client, roomId: id, right })
    headersOf.set(right, (await enter(site, link)).headers)
  }
  const person = { name: 'Aino Lehtonen', email: 'aino@example.com' }
  const deciding = await makeLink(site, { as: client, roomId: id, right: 'decide', person })
  headersOf.set('decide', (await enterByCode(deciding)).headers)
  const [off, expired, other] = [
    await makeLink(site, { as: client, roomId: id, right: 'pick' }),
    await makeLink(site, { as: client, roomId: id, right: 'pick' }),
    await makeLink(site, { as: client, roomId: otherRoom, right: 'pick' }),
  ]
  headersOf.set('off', (await enter(site, off)).headers)
  headersOf.set('expired', (await enter(site, expired)).headers)
  headersOf.set('other room', (await enter(site, other)).headers)
  headersOf.set('none', {})
  const [guestId] = (headersOf.get('comment')?.[PASS_HEADER] ?? '').split('.')
  headersOf.set('wrong pass', { [PASS_HEADER]: `${guestId}.${'a'.repeat(43)}` })

  const { body } = await call(addProofMark, client, {
    params: { markId: newId() },
    body: markBody(),
  })
  for (const who of ['comment', 'pick', 'decide', 'off', 'expired'] as const) {
    const [markId, replyId] = [newId(), newId()]
    await call(addProofMark, who, { params: { markId }, body: markBody() })
    const params = { markId: (body as ProofMark).id, replyId }
    await call(addProofReply, who, { params, body: { text: 'Yes.' } })
    own.set(who, { markId, replyId })
  }
  await site.call(endProofLink, { as: client, params: { id, linkId: off.id } })
  await sql`update proof_links set expires_at = now() - interval '1 second'
    where id = ${expired.id}::uuid`.execute(site.deps.db)
}, 200_000)

/** A mark of the client, for a call about it. */
async function clientsMark(): Promise<string> {
  const markId = newId()
  await call(addProofMark, client, { params: { markId }, body: markBody() })
  return markId
}

/** The steps of this file, each as often as there are callers, in an order in which they do not disturb each other. */
const CALLS: [name: string, ask: (who: Who) => Promise<Answer>][] = [
  ['read the room', (who) => call(getProofRoom, who)],
  ['read the marks', (who) => call(listProofMarks, who)],
  [
    'make a mark',
    (who) => call(addProofMark, who, { params: { markId: newId() }, body: markBody() }),
  ],
  [
    'change an own mark',
    (who) =>
      call(changeProofMark, who, {
        params: { markId: own.get(who)?.markId ?? newId() },
        body: { text: 'Darker.' },
      }),
  ],
  [
    'change a mark of the client',
    async (who) =>
      call(changeProofMark, who, {
        params: { markId: await clientsMark() },
        body: { text: 'Darker.' },
      }),
  ],
  [
    'take back a mark of the client',
    async (who) => call(deleteProofMark, who, { params: { markId: await clientsMark() } }),
  ],
  [
    'answer a mark',
    async (who) =>
      call(addProofReply, who, {
        params: { markId: await clientsMark(), replyId: newId() },
        body: { text: 'Yes.' },
      }),
  ],
  [
    'say that a mark is done',
    async (who) =>
      call(setProofMarkState, who, {
        params: { markId: await clientsMark() },
        body: { state: 'done' },
      }),
  ],
  [
    'say that a mark is right',
    async (who) =>
      call(setProofMarkState, who, {
        params: { markId: await clientsMark() },
        body: { state: 'confirmed' },
      }),
  ],
  [
    'take back an own answer',
    async (who) => {
      const { marks } = (await call(listProofMarks, client)).body as ProofMarks
      const { replyId = newId() } = own.get(who) ?? {}
      const of = marks.find(({ replies }) => replies.some((one) => one.id === replyId))
      return call(deleteProofReply, who, { params: { markId: of?.id ?? newId(), replyId } })
    },
  ],
  [
    'take back an own mark',
    (who) => call(deleteProofMark, who, { params: { markId: own.get(who)?.markId ?? newId() } }),
  ],
  [
    'pick a file',
    (who) =>
      call(setProofPicks, who, {
        body: { thingIds: [files[0]?.id], change: 2_147_483_647 },
      }),
  ],
  [
    'decide on a file',
    (who) =>
      call(decideOnVersion, who, {
        params: { versionId: files[0]?.id },
        body: { verdict: 'approved' },
      }),
  ],
  [
    'read another room',
    (who) => call(getProofRoom, who, { params: { id: who === 'other room' ? id : otherRoom } }),
  ],
  [
    'download everything',
    (who) =>
      site.request({
        method: 'GET',
        url: deliveryArchiveUrl(id, deliveryId),
        headers: headersOf.get(who) ?? {},
      }),
  ],
  [
    'download an original',
    (who) =>
      site.request({
        method: 'GET',
        url: `/media/deliveries/${files[0]?.id}/original`,
        headers: headersOf.get(who) ?? {},
      }),
  ],
]

/** What each call answers to each of them. */
const ANSWERS: Record<string, number[]> = {
  //                                look comment pick decide off expired none wrong other
  'read the room': [200, 200, 200, 200, 410, 410, 401, 401, 404],
  'read the marks': [200, 200, 200, 200, 410, 410, 401, 401, 404],
  'make a mark': [403, 200, 200, 200, 410, 410, 401, 401, 404],
  'change an own mark': [403, 200, 200, 200, 410, 410, 401, 401, 404],
  'change a mark of the client': [403, 403, 403, 403, 410, 410, 401, 401, 404],
  'take back a mark of the client': [403, 403, 403, 403, 410, 410, 401, 401, 404],
  'answer a mark': [403, 200, 200, 200, 410, 410, 401, 401, 404],
  'say that a mark is done': [403, 403, 403, 403, 410, 410, 401, 401, 404],
  'say that a mark is right': [403, 403, 403, 403, 410, 410, 401, 401, 404],
  'take back an own answer': [403, 200, 200, 200, 410, 410, 401, 401, 404],
  'take back an own mark': [403, 200, 200, 200, 410, 410, 401, 401, 404],
  'pick a file': [403, 403, 200, 200, 410, 410, 401, 401, 404],
  'decide on a file': [403, 403, 403, 200, 410, 410, 401, 401, 404],
  // A link that has ended says so about its own room only.
  'read another room': [404, 404, 404, 404, 404, 404, 401, 401, 404],
  'download everything': [401, 401, 401, 401, 401, 401, 401, 401, 401],
  'download an original': [404, 404, 404, 404, 404, 404, 404, 404, 404],
}

describe.each(CALLS)('%s', (name, ask) => {
  it.each(GUESTS.map((who, at) => [who, ANSWERS[name]?.[at]] as const))(
    '%s: %i',
    async (who, status) => {
      expect((await ask(who)).status).toBe(status)
    },
  )
})

it('a pass opens no call of members, creators or staff', async () => {
  const headers = headersOf.get('decide') ?? {}
  const closed = (await contractEndpoints()).filter(({ access }) => access !== 'public')
  expect(closed.length).toBeGreaterThan(100)
  for (const endpoint of closed) {
    const url = endpoint.path.replaceAll(/:\w+/g, id)
    const { status } = await site.request({ method: endpoint.method, url, headers })
    expect(status, `${endpoint.method} ${endpoint.path}`).toBe(401)
  }
})

it('a guest is one also where they are signed in, and the two of the project are told apart by their sessions', async () => {
  const headers = headersOf.get('look') ?? {}
  const params = { id }
  const seen = await site.call(getProofRoom, { as: client, params, headers })
  expect(seen.body).toMatchObject({ role: null, rights: [] })
  expect((await call(getProofRoom, client)).body).toMatchObject({ role: 'client' })
})

it.each([
  ['look', []],
  ['comment', ['comment']],
  ['pick', ['comment', 'pick']],
  ['decide', ['comment', 'decide', 'pick']],
] as const)('a link to %s gives these rights', async (who, rights) => {
  expect((await call(getProofRoom, who)).body).toMatchObject({ role: null, rights, isOpen: false })
})

it('what a guest decided is theirs by name, and approves nothing', async () => {
  const versionId = files[1]?.id
  const decided = await call(decideOnVersion, 'decide', {
    params: { versionId },
    body: { verdict: 'change', note: 'The cover is upside down.' },
  })
  expect(decided.body).toMatchObject({
    by: { person: null, guest: 'Aino Lehtonen', isViewer: true },
  })
  // The client's own is another one, and the latest counts.
  await call(decideOnVersion, client, { params: { versionId }, body: { verdict: 'approved' } })
  const decisionOf = async (who: Who | Person) =>
    ((await call(getProofRoom, who)).body as ProofRoom).decisions.find(
      (one) => one.versionId === versionId,
    )
  expect(await decisionOf('look')).toMatchObject({ verdict: 'approved', by: { isViewer: false } })
  const again = await call(decideOnVersion, 'decide', {
    params: { versionId },
    body: { verdict: 'approved' },
  })
  expect(again.status).toBe(200)
  expect(await decisionOf(client)).toMatchObject({
    verdict: 'approved',
    by: { guest: 'Aino Lehtonen', isViewer: false },
  })
  const { rows } = await sql<{ status: string }>`
    select status from projects where id = ${id}::uuid`.execute(site.deps.db)
  expect(rows).toEqual([{ status: 'delivered' }])
})

it('guests see their own comments as theirs, by their names, and so do the two', async () => {
  const markId = newId()
  await call(addProofMark, 'pick', { params: { markId }, body: markBody() })
  const by = async (who: Who | Person) =>
    ((await call(listProofMarks, who)).body as ProofMarks).marks.find((one) => one.id === markId)
      ?.by
  expect(await by('pick')).toEqual({ person: null, guest: 'Aino', isViewer: true })
  expect(await by('comment')).toEqual({ person: null, guest: 'Aino', isViewer: false })
  expect(await by(client)).toEqual({ person: null, guest: 'Aino', isViewer: false })
})

it('guests learn neither what was agreed nor where a file without a watermark is', async () => {
  await setStatus(site.deps.db, id, 'approved')
  const { body } = await call(getProofRoom, 'decide')
  const room = body as ProofRoom
  // What was decided and picked is settled, which is all that they notice.
  expect(room).toMatchObject({
    status: 'delivered',
    rights: ['comment'],
    deliveries: [{ note: '', answer: null }],
  })
  const text = JSON.stringify(room)
  for (const secret of ['original', 'picture.webp', 'plain', 'Only for you', '/deliveries/'])
    expect(text).not.toContain(secret)
  expect(room.things.flatMap(({ versions }) => versions.map(({ url }) => url))).toEqual([
    null,
    null,
  ])
  await setStatus(site.deps.db, id, 'delivered')
})

describe('pictures under a guest’s name', () => {
  const shownTo = async (who: Who) => {
    const { things } = (await call(getProofRoom, who)).body as ProofRoom
    const byName = (name: string) =>
      things.flatMap(({ versions }) => versions).find(({ fileName }) => fileName === name)
    const page = byName('book.pdf')?.proof?.pages?.url ?? ''
    return [byName('label.png')?.preview?.url ?? '', proofPageUrl(page, 2)]
  }
  const fetched = (url: string) => site.app.inject({ url })

  it('differ between guests, and from what the client sees', async () => {
    const { things } = (await call(getProofRoom, client)).body as ProofRoom
    const general = things.flatMap(({ versions }) => versions)
    const urls = [
      ...(await shownTo('look')),
      general.find(({ fileName }) => fileName === 'label.png')?.preview?.url ?? '',
    ]
    const answers = await Promise.all(urls.map(fetched))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const [picture, page, marked] = answers
    expect(picture?.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=300',
    })
    expect(picture?.rawPayload.equals(marked?.rawPayload ?? Buffer.alloc(0))).toBe(false)
    expect(page?.rawPayload.length).toBeGreaterThan(1_000)
    const [again = ''] = await shownTo('look')
    const etag = String(picture?.headers.etag)
    const kept = await site.app.inject({ url: again, headers: { 'if-none-match': etag } })
    expect(kept.statusCode).toBe(304)
  })

  it('open by the links of one guest, and for nobody else', async () => {
    const guestOf = (who: Who) => (headersOf.get(who)?.[PASS_HEADER] ?? '').split('.')[0] ?? ''
    for (const url of await shownTo('look')) {
      expect((await fetched(url.replace(guestOf('look'), guestOf('comment')))).statusCode).toBe(404)
      expect((await fetched(url.replace(/signature=\w/, 'signature=x'))).statusCode).toBe(404)
      expect((await fetched(url.split('?')[0] ?? '')).statusCode).toBe(404)
    }
    const [picture = ''] = await shownTo('look')
    expect((await fetched(picture.replace('.webp', '-1.webp'))).statusCode).toBe(404)
    expect((await fetched(picture.replace(guestOf('look'), 'preview'))).statusCode).toBe(404)
  })

  it('are gone with the link', async () => {
    const link = await makeLink(site, { as: client, roomId: id, right: 'look' })
    headersOf.set('look', (await enter(site, link)).headers)
    const urls = await shownTo('look')
    expect((await fetched(urls[0] ?? '')).statusCode).toBe(200)
    await site.call(endProofLink, { as: client, params: { id, linkId: link.id } })
    for (const url of urls) expect((await fetched(url)).statusCode).toBe(404)
  })
})

it('files open to guests once everything is paid, by a link that allows downloads and by no other', async () => {
  const link = await makeLink(site, {
    as: client,
    roomId: id,
    right: 'look',
    allowsDownloads: true,
  })
  headersOf.set('look', (await enter(site, link)).headers)
  const urlsOf = async (who: Who) => {
    const { things, isOpen } = (await call(getProofRoom, who)).body as ProofRoom
    return { isOpen, urls: things.map(({ versions: [one] }) => one?.url ?? null) }
  }
  expect(await urlsOf('look')).toEqual({ isOpen: false, urls: [null, null] })
  await setStatus(site.deps.db, id, 'completed')
  expect(await urlsOf('decide')).toEqual({ isOpen: false, urls: [null, null] })
  const { isOpen, urls } = await urlsOf('look')
  expect(isOpen).toBe(true)
  for (const url of urls) expect((await site.app.inject({ url: url ?? '' })).statusCode).toBe(200)
  // A closed room stays as it is.
  const late = await call(addProofMark, 'pick', { params: { markId: newId() }, body: markBody() })
  expect(late.status).toBe(403)
  await setStatus(site.deps.db, id, 'delivered')
})
