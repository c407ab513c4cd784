import { CALLBACK_PATH, LOGIN_PATH } from '@plinth/contract/people/session.ts'
import { expect, it } from 'vitest'
import { PUBLIC_URL, testApp } from '../../../test/app.ts'
import { testMailbox } from '../../../test/mailbox.ts'
import type { IdentityClaims } from '../../gateways/identity.ts'
import { newId } from '../../db/id.ts'

let claims: Partial<IdentityClaims>
const mailbox = testMailbox()
const t = testApp(() => ({ SMTP_URL: mailbox.smtpUrl }), {
  identity: {
    startSignIn: async () => ({ url: '/provider', state: newId(), nonce: '', codeVerifier: '' }),
    finishSignIn: async () => ({
      issuer: 'https://id.example',
      subject: '',
      email: null,
      emailVerified: true,
      firstName: '',
      lastName: '',
      provenAt: null,
      idToken: '',
      sid: null,
      ...claims,
    }),
    readLogoutToken: () => Promise.reject(new Error('Not asked for here.')),
    signOutUrl: async () => '/',
  },
})

async function signIn(as: Partial<IdentityClaims>): Promise<void> {
  claims = as
  const started = await t.request({ url: LOGIN_PATH })
  const [cookie] = [started.headers['set-cookie']].flat()
  const [attempt] = await t.deps.db.selectFrom('sign_in_attempts').select('state').execute()
  const { status } = await t.request({
    url: `${CALLBACK_PATH}?code=x&state=${attempt?.state}`,
    headers: { cookie: String(cookie).split(';')[0] },
  })
  expect(status).toBe(302)
}

const emailsTo = async (address: string) => {
  const { rows } = await mailbox.query<{ subject: string; text: string }>(
    // Signing in twice without cookies is announced, too.
    `select subject, body_text as text from letters
     where recipients @> array[$1] and subject not like 'New login%'`,
    [address],
  )
  return rows
}
const waitForEmail = async (address: string) => {
  await expect.poll(async () => (await emailsTo(address)).length, { timeout: 30_000 }).toBe(1)
}

it('comes once, when the account is made, and only to a verified address', async () => {
  const nora = { subject: 'nora', email: 'nora@example.com', firstName: 'Nora' }
  await signIn({ subject: 'eve', email: 'eve@example.com', emailVerified: false })
  await signIn({ subject: 'ann', firstName: 'Ann' })
  await signIn(nora)
  await signIn(nora)
  // Emails are sent in order, so whatever was queued before this one has been sent.
  await signIn({ subject: 'last', email: 'last@example.com' })
  await waitForEmail('last@example.com')
  await waitForEmail('nora@example.com')
  expect(await emailsTo('eve@example.com')).toEqual([])
  const [welcome] = await emailsTo('nora@example.com')
  expect(welcome?.subject).toBe('Welcome to Plinth')
  expect(welcome?.text).toContain('Hello Nora,')
  expect(welcome?.text).toContain(`${PUBLIC_URL}/for-you`)
  expect((await emailsTo('last@example.com'))[0]?.text).toMatch(/^Hello,/)
})
