import { PROJECT_EVENTS } from '@plinth/contract/projects/project-events.ts'
import { describe, expect, it } from 'vitest'
import { projectFacts, sampleEmails } from '../../../../../test/content/emails.ts'
import { projectEmail } from '../money/project-emails.ts'
import { deadline, time } from '../money/words.ts'
import { pictureFor } from '../picture.ts'
import { composePlainEmail } from '../plain.ts'

const URL = 'https://plinth.example'
const SAMPLES = sampleEmails(URL)

const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

describe.each(SAMPLES)('the email $name', ({ subject, text, html }) => {
  it('says something in each part', () => {
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/undefined|null|NaN|\[object|Invalid Date/)
      expect(part.trim()).not.toBe('')
    }
    expect(subject).not.toMatch(/\p{Cc}/u)
  })

  it('links to whole addresses and loads nothing but pictures', () => {
    for (const href of attributes(html, 'href')) expect(href).toMatch(/^https:\/\/\S+$/)
    for (const src of attributes(html, 'src'))
      expect(src).toMatch(/^https:\/\/plinth\.example\/media\/[\da-f-]{36}\/\d+\.webp$/)
    expect(html).not.toMatch(/<(script|link|iframe|form|object)\b|url\(|@import/)
  })

  it('names every picture, and says in text where each link leads', () => {
    const pictures = html.match(/<img[^>]*>/g) ?? []
    for (const picture of pictures) expect(picture).toMatch(/\salt="[^"]+"/)
    for (const href of attributes(html, 'href').filter((one) => one !== URL))
      expect(text).toContain(href.replaceAll('&amp;', '&'))
  })

  it('keeps open and closed tags in pairs', () => {
    const counted = ['table', 'tr', 'td', 'a', 'p', 'div', 'h1', 'h2', 'main']
    for (const tag of counted) {
      const open = html.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0
      const closed = html.match(new RegExp(`</${tag}\\s*>`, 'g'))?.length ?? 0
      expect([tag, open], tag).toEqual([tag, closed])
    }
    // Gmail cuts what is longer.
    expect(html.length).toBeLessThan(100_000)
  })
})

it('escapes what people wrote', () => {
  const { html, text } = composePlainEmail(
    {
      subject: 'A <b>\r\nBcc: x@y.example',
      paragraphs: ['<img src=x onerror=alert(1)> & "x"\nnext'],
    },
    URL,
  )
  expect(html).toContain('&lt;img src=x onerror=alert(1)> &amp; &quot;x&quot;')
  expect(html).toContain('<br>')
  expect(html).toContain('A &lt;b> Bcc')
  expect(text).toContain('<img src=x onerror=alert(1)> & "x"\nnext')
})

it('shows the smallest rendition that is wide enough', () => {
  const picture = { id: 'p', width: 3_000, height: 2_000, alt: '', widths: [320, 640, 960] }
  const how = { publicUrl: URL, title: 'Moon Jar' }
  expect(pictureFor(picture, { ...how, width: 400 })).toMatchObject({
    url: `${URL}/media/p/640.webp`,
    alt: 'Moon Jar',
  })
  expect(pictureFor(picture, { ...how, width: 2_000 })?.url).toBe(`${URL}/media/p/960.webp`)
  expect(pictureFor({ ...picture, widths: [] }, { ...how, width: 100 })).toBeNull()
})

it('gives times in the zone of the reader, and in UTC without one', () => {
  const at = new Date('2026-11-29T17:00:00Z')
  expect(time(at, 'America/New_York')).toBe('Sunday 29 November 2026, 12:00 New York time')
  expect(time(at, null)).toBe('Sunday 29 November 2026, 17:00 UTC')
  expect(time(at, 'Nowhere/Land')).toBe('Sunday 29 November 2026, 17:00 UTC')
  expect(deadline(at, 'Europe/Lisbon')).toBe('Sunday 29 November, 17:00 Lisbon time')
})

it('leaves requests that end without a deposit to the digest', () => {
  for (const event of ['declined', 'withdrawn', 'expired'] as const)
    for (const role of ['client', 'creator'] as const)
      expect(projectEmail(projectFacts({ event, role, cents: null }), URL)).toBeNull()
})

it('tells each of the two about the money of a project', () => {
  const told = PROJECT_EVENTS.flatMap((event) =>
    (['client', 'creator'] as const).flatMap((role) =>
      projectEmail(projectFacts({ event, role }), URL) === null ? [] : [`${event} ${role}`],
    ),
  )
  expect(told).toEqual([
    'deposit_paid client',
    'deposit_paid creator',
    'declined client',
    'withdrawn creator',
    'expired client',
    'expired creator',
    'delivered client',
    'auto_approved client',
    'auto_approved creator',
    'remainder_paid client',
    'remainder_paid creator',
    'taken_back creator',
    'cancelled client',
    'cancelled creator',
    'ruled client',
    'ruled creator',
    'split client',
    'split creator',
    'abandoned client',
    'abandoned creator',
    'chargeback_opened client',
    'chargeback_opened creator',
    'chargeback_won client',
    'chargeback_won creator',
    'chargeback_lost client',
    'chargeback_lost creator',
    'refund_failed client',
    'refunded client',
    'paid_out creator',
  ])
})
