import { listAccountEvents, type AccountEvent } from '@plinth/contract/people/activity.ts'
import { CALLBACK_PATH, LOGIN_PATH, LOGOUT_PATH } from '@plinth/contract/people/session.ts'
import {
  getNotificationSettings,
  updateNotificationSettings,
} from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { PUBLIC_URL, testApp, type Person } from '../../../test/app.ts'
import { testMailbox } from '../../../test/mailbox.ts'
import { newId } from '../../db/id.ts'
import { shortAddress } from '../../http/address.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

let who = { subject: '', email: '', emailVerified: true }
const mailbox = testMailbox()
const t = testApp(() => ({ SMTP_URL: mailbox.smtpUrl, TRUST_PROXY: '127.0.0.1' }), {
  identity: {
    startSignIn: async () => ({ url: '/provider', state: newId(), nonce: '', codeVerifier: '' }),
    finishSignIn: async () => ({
      issuer: 'https://id.example',
      firstName: 'Nora',
      lastName: 'Test',
      provenAt: new Date(),
      idToken: '',
      sid: null,
      ...who,
    }),
    readLogoutToken: () => Promise.reject(new Error('Not asked for here.')),
    signOutUrl: async () => '/',
  },
})

/** A browser: its cookies, what it calls itself and where it is. */
class Device {
  readonly userAgent: string
  readonly address: string
  private readonly cookies = new Map<string, string>()
  constructor(userAgent: string, address = '203.0.113.77') {
    this.userAgent = userAgent
    this.address = address
  }
  cookie(name: string): string | undefined {
    return this.cookies.get(name)
  }
  setCookie(name: string, value: string): void {
    this.cookies.set(name, value)
  }
  async open(url: string) {
    const answer = await t.request({
      url,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'user-agent': this.userAgent,
        'x-forwarded-for': this.address,
      },
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? []
      this.cookies.set(name, value)
    }
    return answer
  }
  /** Signs somebody in, and returns the lines that set cookies. */
  async signIn(subject: string, { emailVerified = true } = {}): Promise<string[]> {
    who = { subject, email: `${subject}@example.com`, emailVerified }
    await this.open(LOGIN_PATH)
    const [attempt] = await t.deps.db
      .selectFrom('sign_in_attempts')
      .select('state')
      .orderBy('expires_at', 'desc')
      .execute()
    const answer = await this.open(`${CALLBACK_PATH}?code=x&state=${attempt?.state}`)
    if (answer.status !== 302) throw new Error(`The sign-in answered ${answer.status}.`)
    return [answer.headers['set-cookie'] ?? []].flat().map(String)
  }
  get person(): Person {
    return { id: '', cookie: `plinth=${this.cookies.get('plinth')}` }
  }
}

const emailsTo = async (subject: string) => {
  const { rows } = await mailbox.query<{ subject: string; text: string }>(
    `select subject, body_text as text from letters
     where recipients @> array[$1] and subject like 'New login%'`,
    [`${subject}@example.com`],
  )
  return rows
}
const eventsOf = async (as: Person): Promise<AccountEvent[]> =>
  (await t.call(listAccountEvents, { as })).body
const kindsOf = async (as: Person) => (await eventsOf(as)).map(({ kind }) => kind)

/** Emails are sent in order, so whatever was queued before this one has been sent. */
async function sent(): Promise<void> {
  const name = `last-${newId()}`
  await new Device(FIREFOX).signIn(name)
  await new Device(FIREFOX).signIn(name)
  await expect.poll(async () => (await emailsTo(name)).length, { timeout: 30_000 }).toBe(1)
}

it('is announced by email, with what it was and what to do; the first of an account is not', async () => {
  const [laptop, phone] = [new Device(FIREFOX), new Device(IPHONE, '198.51.100.4')]
  await laptop.signIn('nora')
  await laptop.signIn('nora')
  await sent()
  expect(await emailsTo('nora')).toEqual([])

  await phone.signIn('nora')
  await sent()
  const [email, ...more] = await emailsTo('nora')
  expect(more).toEqual([])
  expect(email?.subject).toBe('New login to your Plinth account')
  expect(email?.text).toContain('Safari on iPhone')
  expect(email?.text).toContain('From the network 198.51.100.x')
  expect(email?.text).not.toContain('198.51.100.4')
  expect(email?.text).toContain(`${PUBLIC_URL}/settings#sessions`)

  await phone.signIn('nora')
  await laptop.signIn('nora')
  await sent()
  expect(await emailsTo('nora')).toHaveLength(1)
  expect(await eventsOf(laptop.person)).toMatchObject([
    { kind: 'signed_in', device: 'Firefox on Linux', address: '203.0.113.x' },
    { kind: 'signed_in', device: 'Safari on iPhone', address: '198.51.100.x' },
    { kind: 'new_device', device: 'Safari on iPhone', address: '198.51.100.x' },
    { kind: 'signed_in', device: 'Firefox on Linux' },
    { kind: 'signed_in', device: 'Firefox on Linux' },
  ])
})

it('is new for each account that shares a browser, and for one whose cookies are gone', async () => {
  const [shared, other] = [new Device(FIREFOX), new Device(FIREFOX)]
  await other.signIn('ann')
  await shared.signIn('bea')
  await shared.signIn('ann')
  expect(await kindsOf(shared.person)).toEqual(['new_device', 'signed_in'])
  const cleared = new Device(FIREFOX)
  await cleared.signIn('bea')
  await sent()
  expect(await emailsTo('ann')).toHaveLength(1)
  expect(await emailsTo('bea')).toHaveLength(1)
  const { rows } = await sql<{ devices: number }>`
    select count(distinct device_hash)::int as devices from known_devices k
    join users u on u.id = k.user_id where u.email in ('ann@example.com', 'bea@example.com')`.execute(
    t.deps.db,
  )
  // Nothing tells that two of them are the same browser.
  expect(rows).toEqual([{ devices: 4 }])
})

it('is announced whatever somebody chose in their settings, but only to a verified address', async () => {
  const [first, second] = [new Device(FIREFOX), new Device(IPHONE)]
  await first.signIn('cleo')
  const { body: settings } = await t.call(getNotificationSettings, { as: first.person })
  const silent = Object.fromEntries(
    Object.keys(settings).map((kind) => [kind, { app: true, mail: false }]),
  )
  const { status } = await t.call(updateNotificationSettings, { as: first.person, body: silent })
  expect(status).toBe(200)
  await second.signIn('cleo')
  await first.signIn('dora', { emailVerified: false })
  await second.signIn('dora', { emailVerified: false })
  await sent()
  expect(await emailsTo('cleo')).toHaveLength(1)
  expect(await emailsTo('dora')).toEqual([])
  expect(await kindsOf(second.person)).toEqual(['new_device', 'signed_in'])
})

it('is known by a cookie that only the callback gets, and that nobody can choose', async () => {
  const device = new Device(FIREFOX)
  const lines = await device.signIn('eve')
  expect(lines.find((line) => line.startsWith('plinth-device='))).toMatch(
    /^plinth-device=[\w-]{43}; Max-Age=34560000; Path=\/api\/callback; HttpOnly; SameSite=Lax$/,
  )
  const planted = new Device(FIREFOX)
  planted.setCookie('plinth-device', 'short')
  await planted.signIn('eve')
  expect(planted.cookie('plinth-device')).not.toBe('short')
})

it('is forgotten when it was not used for 400 days', async () => {
  const [old, used] = [new Device(FIREFOX), new Device(FIREFOX)]
  await old.signIn('fay')
  await sql`update known_devices set last_used_at = now() - interval '401 days'
    where user_id = (select id from users where email = 'fay@example.com')`.execute(t.deps.db)
  await used.signIn('fay')
  await t.runJob('session.sweep')
  await old.signIn('fay')
  expect(await kindsOf(old.person)).toEqual(['new_device', 'new_device', 'signed_in'])
})

it('leaves no trace when the account is suspended, but the refusal does', async () => {
  const [known, other] = [new Device(FIREFOX), new Device(IPHONE)]
  await known.signIn('gil')
  await sql`update users set suspended_at = now() where email = 'gil@example.com'`.execute(
    t.deps.db,
  )
  await other.signIn('gil').catch(() => undefined)
  await sql`update users set suspended_at = null where email = 'gil@example.com'`.execute(t.deps.db)
  await sent()
  expect(await emailsTo('gil')).toEqual([])
  expect(await eventsOf(known.person)).toMatchObject([
    { kind: 'sign_in_refused', device: 'Safari on iPhone' },
    { kind: 'signed_in' },
  ])
})

it('is in the activity when it signs out', async () => {
  const [laptop, phone] = [new Device(FIREFOX), new Device(IPHONE)]
  await laptop.signIn('hal')
  await phone.signIn('hal')
  await phone.open(LOGOUT_PATH)
  expect(await eventsOf(laptop.person)).toMatchObject([
    { kind: 'signed_out', device: 'Safari on iPhone', detail: null },
    { kind: 'new_device' },
    { kind: 'signed_in' },
  ])
})

it.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:7:8:9:a:b:c', '2001:db8:7::x'],
  ['::1', '0:0:0::x'],
])('is shown with its network and not its address: %s as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown)
})
