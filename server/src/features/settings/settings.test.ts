import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { endOtherSessions, endSession, listSessions } from '@plinth/contract/people/sessions.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { getMedia, uploadMedia } from '@plinth/contract/media/media.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, openSession, testApp, type Person } from '../../../test/app.ts'
import { idsOf } from '../../../test/content/lists.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'
import { readUserAgent } from '../../core/session/device.ts'

const t = testApp({}, { mayFetch: (address) => address === '127.0.0.1' })
let origin: string
/** A remote site with a picture. */
let elsewhere: Server
let requests = 0
beforeAll(async () => {
  origin = await listen(t)
  const picture = await makePicture('image/png', 640, 500)
  elsewhere = createServer((_request, response) => {
    requests += 1
    response.end(picture)
  })
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
})
afterAll(() => elsewhere.close())

const change = (as: Person | undefined, body: object) => t.call(updateProfile, { as, body })
const profileOf = async (person: Person) =>
  (await t.call(getProfile, { params: { id: person.id } })).body

async function upload(as: Person, width = 420, height = 400): Promise<{ id: string; url: string }> {
  const { status, body } = await t.request({
    method: 'POST',
    url: `${uploadMedia.path}?fileName=me.jpg`,
    as,
    payload: await makePicture('image/jpeg', width, height),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect([status, body]).toMatchObject([201, { kind: 'image' }])
  return body
}
/** Inserts an upload without a file, with these rendition widths. */
async function addPicture(owner: Person, renditions: number[]): Promise<string> {
  const id = newId()
  await t.deps.db
    .insertInto('media')
    .values({
      id,
      owner_id: owner.id,
      state: renditions.length === 0 ? 'processing' : 'ready',
      file_name: 'me.jpg',
      content_type: 'image/jpeg',
      extension: 'jpg',
      received_bytes: 9n,
      bytes: 9n,
      width: 800,
      height: 600,
      rendition_widths: renditions,
    })
    .execute()
  return id
}

describe('a profile', () => {
  it('is changed field by field, for everybody', async () => {
    const ada = await t.person('Ada')
    const changes = {
      firstName: '  Ada  Maria ',
      lastName: 'King\u202e',
      bio: ' I draw with numbers. ',
      location: 'London',
      website: 'ada.example.com',
      profileColors: { background: '#0E1A1C', text: '#F4EBDD', accent: '#f2a65a' },
      socialLinks: {
        instagram: '@ada.draws',
        twitter: 'https://twitter.com/ada_draws/',
        linkedin: 'https://uk.linkedin.com/in/ada-king?trk=x',
        behance: 'behance.net/ada-k',
        dribbble: '',
      },
    }
    const saved = {
      firstName: 'Ada Maria',
      lastName: 'King',
      bio: 'I draw with numbers.',
      location: 'London',
      website: 'https://ada.example.com/',
      profileColors: changes.profileColors,
      socialLinks: {
        instagram: 'https://www.instagram.com/ada.draws',
        twitter: 'https://x.com/ada_draws',
        linkedin: 'https://www.linkedin.com/in/ada-king',
        behance: 'https://www.behance.net/ada-k',
        dribbble: null,
      },
    }
    const { status, body } = await change(ada, changes)
    expect([status, body]).toMatchObject([200, { ...saved, id: ada.id }])
    expect(body.socialLinks).toEqual(saved.socialLinks)
    expect(await profileOf(ada)).toMatchObject(saved)
    expect((await t.call(getViewer, { as: ada })).body).toEqual(body)

    const emptied = { bio: '  ', location: null, website: '', socialLinks: {} }
    expect((await change(ada, emptied)).body).toMatchObject({
      firstName: 'Ada Maria',
      bio: null,
      location: null,
      website: null,
      socialLinks: {},
    })
  })

  it('keeps a time zone to oneself, and only one that exists', async () => {
    const eve = await t.person('Eve')
    expect((await change(eve, { timeZone: 'Asia/Kolkata' })).body.timeZone).toBe('Asia/Kolkata')
    expect(await profileOf(eve)).not.toHaveProperty('timeZone')
    expect((await change(eve, { bio: 'Still here.' })).body.timeZone).toBe('Asia/Kolkata')
    for (const timeZone of ['Nowhere/Land', '+05:30', 'UTC; drop']) {
      expect(await change(eve, { timeZone })).toMatchObject({
        status: 400,
        body: { fields: { timeZone: expect.any(String) } },
      })
    }
    expect((await change(eve, { timeZone: null })).body.timeZone).toBeNull()
  })

  it('accepts its own answers', async () => {
    const bo = await t.person('Bo')
    const { body } = await change(bo, {
      website: 'http://bo.example.com/a?b=c#d',
      socialLinks: { twitter: 'bo' },
    })
    const { website, socialLinks, profileColors, firstName, lastName, bio, location } = body
    const same = { website, socialLinks, profileColors, firstName, lastName, bio, location }
    expect((await change(bo, same)).body).toEqual(body)
  })

  it.each([
    ['isAdmin', true],
    ['isCreator', true],
    ['subscriptionStatus', 'active'],
    ['email', 'somebody@example.com'],
    ['id', newId()],
    ['creatorGranted', true],
  ])('refuses %s, and changes nothing', async (field, value) => {
    const carol = await t.person('Carol')
    const { status, body } = await change(carol, { bio: 'New', [field]: value })
    expect([status, body.code]).toEqual([400, 'input.invalid'])
    expect((await t.call(getViewer, { as: carol })).body).toMatchObject({
      bio: null,
      isAdmin: false,
      isCreator: false,
    })
  })

  it('refuses invalid values, field by field', async () => {
    const dan = await t.person('Dan')
    const refused: [field: string, body: object][] = [
      ['firstName', { firstName: '' }],
      ['firstName', { firstName: ' \u200b ' }],
      ['firstName', { firstName: 'x'.repeat(51) }],
      ['lastName', { lastName: 'x'.repeat(51) }],
      ['bio', { bio: 'x'.repeat(501) }],
      ['location', { location: 'x'.repeat(101) }],
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        'ftp://example.com',
        'https://user:pass@example.com',
        'https://user@example.com',
        'no dots',
        'localhost',
        'https://exa mple.com',
        'mailto:dan@example.com',
        '\\\\example.com',
      ].map((website): [string, object] => ['website', { website }]),
      ...['red', '#FFF', '#12345G', 'url(x)', '#FFFFFF;'].map((accent): [string, object] => [
        'profileColors',
        { profileColors: { background: '#000000', text: '#FFFFFF', accent } },
      ]),
      ['profileColors', { profileColors: { background: '#000000', text: '#FFFFFF' } }],
      ['socialLinks', { socialLinks: { myspace: 'dan' } }],
      ...[
        'https://evil-example.com/dan',
        'evil-example.com',
        'https://instagram.com.evil.example/dan',
        'https://instagram.com@evil.example/dan',
        'https://dan@instagram.com/dan',
        'https://instagram。com/dan',
        'https://instagram․com/dan',
        'https://www.instagram.com:8443/dan',
        'https://www.instagram.com/dan/../x/y',
        'https://www.instagram.com/',
        'https://x.com/dan',
        'javascript:alert(1)',
        '../dan',
        'dan?x',
      ].map((instagram): [string, object] => ['socialLinks', { socialLinks: { instagram } }]),
      ['socialLinks', { socialLinks: { linkedin: 'https://linkedin.com/company/dan' } }],
      ['socialLinks', { socialLinks: { linkedin: 'https://evil.example.linkedin.com/in/dan' } }],
      ['profileImageUrl', { profileImageUrl: 'javascript:alert(1)' }],
      ['profileImageUrl', { profileImageUrl: '/etc/passwd' }],
      ['', {}],
    ]
    const before = await profileOf(dan)
    for (const [field, body] of refused) {
      const answer = await change(dan, body)
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'input.invalid'])
      const fields = Object.keys(answer.body.fields ?? {})
      expect(
        fields.some((name) => name.split('.')[0] === field) || field === '',
        `${field}: ${fields.join()}`,
      ).toBe(true)
    }
    expect(await profileOf(dan)).toEqual(before)
  })

  it('requires a session', async () => {
    expect((await change(undefined, { bio: 'x' })).status).toBe(401)
  })

  it('has its works found by a new name', async () => {
    const eva = await t.person('Eva', { isCreator: true })
    const work = await makeWork(t.deps, eva, { title: 'Untold' })
    await change(eva, { lastName: 'Quillfeather' })
    const found = await t.call(listPortfolios, { query: { search: 'quillfeather' } })
    expect(idsOf(found)).toEqual([work])
  })
})

describe('a portrait', () => {
  it('is an upload of one’s own, shown small, and deletes the former one', async () => {
    const ada = await t.person('Ada')
    const first = await addPicture(ada, [])
    const whole = `/media/${first}/original.jpg`
    const { status, body } = await change(ada, { profileImageUrl: whole })
    expect([status, body.profileImageUrl]).toEqual([200, whole])
    await t.deps.db
      .updateTable('media')
      .set({ state: 'ready', rendition_widths: [320, 640] })
      .where('id', '=', first)
      .execute()
    await t.deps.jobs.publish(t.deps.db, 'media.settled', { mediaId: first })
    const small = `/media/${first}/320.webp`
    await expect
      .poll(async () => (await profileOf(ada)).profileImageUrl, { timeout: 100_000 })
      .toBe(small)
    // A form that sends it back changes nothing.
    expect((await change(ada, { profileImageUrl: small, bio: 'x' })).body).toMatchObject({
      profileImageUrl: small,
      bio: 'x',
    })

    const second = await addPicture(ada, [320, 640])
    const changed = await change(ada, {
      profileImageUrl: `${PUBLIC_URL}/media/${second}/original.jpg`,
    })
    expect(changed.body.profileImageUrl).toBe(`/media/${second}/320.webp`)
    expect((await t.call(getMedia, { as: ada, params: { id: first } })).status).toBe(404)
    expect((await change(ada, { profileImageUrl: null })).body.profileImageUrl).toBeNull()
    expect((await t.call(getMedia, { as: ada, params: { id: second } })).status).toBe(404)
  })

  it('from another site is fetched once and served from here', async () => {
    const bo = await t.person('Bo')
    const { port } = elsewhere.address() as AddressInfo
    requests = 0
    const { status, body } = await change(bo, {
      profileImageUrl: `http://127.0.0.1:${port}/me.png`,
    })
    expect([status, body.profileImageUrl]).toEqual([200, expect.stringMatching(/^\/media\//)])
    expect(requests).toBe(1)
    // Addresses that must not be fetched are refused: here another loopback address.
    const inside = await change(bo, { profileImageUrl: `http://127.0.0.2:${port}/me.png` })
    expect([inside.status, inside.body.code]).toEqual([422, 'media.unreachable'])
  })

  it('refuses pictures that are too small, other people’s files and other kinds of files', async () => {
    const [carol, other] = [await t.person('Carol'), await t.person('Other')]
    const small = await upload(carol, 399, 800)
    const refused = await change(carol, { profileImageUrl: small.url })
    expect([refused.status, refused.body.fields.profileImageUrl]).toEqual([
      400,
      'Your portrait has to be at least 400 by 400 px, and this one is 399 by 800.',
    ])
    const theirs = await upload(other)
    expect((await change(carol, { profileImageUrl: theirs.url })).status).toBe(404)
    expect(
      (await change(carol, { profileImageUrl: `/media/${newId()}/original.jpg` })).status,
    ).toBe(404)
    expect((await profileOf(carol)).profileImageUrl).toBeNull()
  })
})

describe('sessions', () => {
  it('are listed in plain words, and each can be ended', async () => {
    const ada = await t.person('Ada')
    const [phone, laptop] = [await openSession(t.deps, ada.id), await openSession(t.deps, ada.id)]
    const { status, body } = await t.call(listSessions, { as: ada })
    expect([status, body]).toMatchObject([
      200,
      [{ isCurrent: true, device: 'computer' }, { isCurrent: false }, { isCurrent: false }],
    ])
    expect(Object.keys(body[0]).toSorted()).toEqual(
      ['browser', 'device', 'id', 'isCurrent', 'lastSeenAt', 'signedInAt', 'system'].toSorted(),
    )
    const live = await readLive(origin, { id: ada.id, cookie: phone })
    await live.next('hello')
    const own = (await t.call(listSessions, { as: { id: ada.id, cookie: phone } })).body
    const phoneId = own.find((one: { isCurrent: boolean }) => one.isCurrent).id
    expect((await t.call(endSession, { as: ada, params: { id: phoneId } })).status).toBe(204)
    await live.next('ended')
    await expect.poll(live.isOver).toBe(true)
    const ended = { id: ada.id, cookie: phone }
    expect((await t.call(getViewer, { as: ended })).status).toBe(401)
    expect((await t.call(endSession, { as: ada, params: { id: phoneId } })).status).toBe(404)

    expect((await t.call(endOtherSessions, { as: ada })).body).toEqual({ ended: 1 })
    expect((await t.call(getViewer, { as: { id: ada.id, cookie: laptop } })).status).toBe(401)
    expect((await t.call(listSessions, { as: ada })).body).toHaveLength(1)
    expect((await t.call(endOtherSessions, { as: ada })).body).toEqual({ ended: 0 })
  })

  it('of others cannot be seen or ended, and visitors have none', async () => {
    const [ada, bo] = [await t.person('Ada'), await t.person('Bo')]
    const [theirs] = (await t.call(listSessions, { as: bo })).body
    expect((await t.call(endSession, { as: ada, params: { id: theirs.id } })).status).toBe(404)
    expect((await t.call(endSession, { as: ada, params: { id: 'nonsense' } })).status).toBe(400)
    expect((await t.call(getViewer, { as: bo })).status).toBe(200)
    for (const [endpoint, params] of [
      [listSessions, {}],
      [endOtherSessions, {}],
      [endSession, { id: theirs.id }],
    ] as const)
      expect((await t.call(endpoint, { params })).status).toBe(401)
  })

  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox',
      'Linux',
      'computer',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome',
      'Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'Edge',
      'Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari',
      'Mac',
      'computer',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
      'phone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
      'Samsung Internet',
      'Android',
      'tablet',
    ],
    ['curl/8.9.1', null, null, 'computer'],
    ['', null, null, 'computer'],
  ])('know a device by its user agent: %s', (userAgent, browser, system, device) => {
    expect(readUserAgent(userAgent)).toEqual({ browser, system, device })
  })
})
