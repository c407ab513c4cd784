import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, startSandbox, type Sandbox } from '../../../server/test/sandbox.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(`http://localhost:${await freePort()}`)
})
afterAll(() => sandbox?.drop())

const post = (email: { to: string | string[]; subject?: string; text?: string; html?: string }) => {
  const transport = nodemailer.createTransport(sandbox.smtpUrl)
  return transport.sendMail({ from: 'Plinth <hello@localhost>', ...email })
}
async function read(path: string) {
  const response = await fetch(new URL(path, sandbox.url))
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('says when the mailbox is empty', async () => {
  const page = await read('/mailbox')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Sandbox mailbox.')
  expect(page.text).toContain('No emails yet.')
})

test('lists emails, the newest first, and filters them by address', async () => {
  await post({ to: 'Ann@example.com', subject: 'First <b>', text: 'one' })
  await post({ to: ['ben@example.com', 'ann@example.com'], subject: 'Zweitens ☕', text: 'two' })
  const { text } = await read('/mailbox')
  expect(text.indexOf('Zweitens ☕')).toBeLessThan(text.indexOf('First &lt;b&gt;'))
  expect(text).not.toContain('First <b>')
  const toBen = (await read('/mailbox?to=Ben@example.com')).text
  expect(toBen).toContain('Zweitens ☕')
  expect(toBen).not.toContain('First')
  expect((await read('/mailbox?to=ann@example.com')).text).toContain('First')
  expect((await read('/mailbox?to=nobody@example.com')).text).toContain(
    'No emails to nobody@example.com yet.',
  )
})

test('shows an email as text and, isolated from everything, as HTML', async () => {
  await post({
    to: 'ann@example.com',
    subject: 'Both',
    text: 'Plain <words>',
    html: '<p>Set</p><script>alert(1)</script>',
  })
  const [, id] = /href="\/mailbox\/(\d+)"/.exec((await read('/mailbox')).text) ?? []
  const page = await read(`/mailbox/${id}`)
  expect(page.text).toContain('Plain &lt;words&gt;')
  expect(page.text).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(page.text).not.toContain('alert(1)')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const inside = await read(`/mailbox/${id}/html`)
  expect(inside.text).toContain('<p>Set</p>')
  const policy = inside.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/^sandbox /)
  expect(policy).not.toContain('allow-scripts')
})

test('answers 404 for a missing email and takes nothing over HTTP', async () => {
  expect((await read('/mailbox/999999')).status).toBe(404)
  expect((await read('/mailbox/x')).status).toBe(404)
  const answer = await fetch(new URL('/mailbox', sandbox.url), { method: 'POST' })
  expect(answer.status).toBe(405)
})

test('rejects email to the domain that simulates refusal', async () => {
  await expect(post({ to: 'ann@refused.example', subject: 'No' })).rejects.toThrow('550')
  expect((await read('/mailbox')).text).not.toContain('refused.example')
})

test('still has the emails after a restart', async () => {
  await post({ to: 'ann@example.com', subject: 'Kept' })
  await sandbox.stop()
  sandbox = await startSandbox('http://localhost:9', sandbox)
  expect((await read('/mailbox')).text).toContain('Kept')
})
