import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import {
  ANSWER_DAYS,
  APPROVAL_DAYS,
  LATE_DAYS,
  PAST_DUE_DAYS,
  PROMOTION_CENTS,
  PROMOTION_DAYS,
  REMAINDER_DAYS,
  RULING_DAYS,
  SUBSCRIPTION_CENTS,
  UPLOAD_HOURS,
} from '@plinth/contract/limits.ts'
import { COUNTER_NOTICE_DAYS } from '@plinth/contract/moderation/appeals.ts'
import { EXPORT_DAYS, UNDO_DAYS } from '@plinth/contract/people/account.ts'
import { getLegalText, LEGAL_PAGES, legalPath, type LegalText } from '@plinth/contract/legal.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, testApp, type TestApp } from '../../../test/app.ts'
import { SHOW_BOOT, testWeb } from '../../../test/web.ts'
import { ABSOLUTE_LIMIT_SECONDS } from '../../core/session/session-queries.ts'

const web = testWeb({ render: SHOW_BOOT })
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))

const read = async (app: TestApp, page: string): Promise<LegalText> =>
  (await app.call(getLegalText, { params: { page } })).body as LegalText

const NAMED = {
  OPERATOR_NAME: 'Studio *Fjord* <Ltd>',
  OPERATOR_ADDRESS: '1 Pier Street; 5003 Bergen; Norway',
  OPERATOR_EMAIL: 'hello@fjord.example',
}

describe('terms, privacy and imprint', () => {
  it('are pages for everybody, drawn on the server for visitors', async () => {
    const bob = await t.person('Bob')
    for (const page of LEGAL_PAGES) {
      const url = legalPath(page)
      const visited = await t.request({ method: 'GET', url })
      const { title } = await read(t, page)
      expect([url, visited.status]).toEqual([url, 200])
      const html = String(visited.body)
      const [drawn = ''] = html.split('<script type="application/json"')
      expect(drawn).toContain(title)
      expect(html).toContain(`<title>${title}</title>`)
      expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${url}">`)
      expect(html).toContain('<meta name="description"')
      expect((await t.request({ method: 'GET', url, as: bob })).status).toBe(200)
    }
  })

  it('may be kept by caches for visitors', async () => {
    const { headers } = await t.call(getLegalText, { params: { page: 'terms' } })
    expect(headers['cache-control']).toContain('public')
    expect(headers['etag']).toBeTruthy()
  })

  it('are three and no more', async () => {
    expect((await t.call(getLegalText, { params: { page: 'cookies' } })).status).toBe(400)
    expect((await t.request({ method: 'GET', url: '/terms/more' })).status).toBe(404)
  })

  it('are in the sitemap', async () => {
    const { body } = await t.request({ method: 'GET', url: '/sitemap-pages-1.xml' })
    for (const page of LEGAL_PAGES)
      expect(body).toContain(`<loc>http://localhost:3000/${page}</loc>`)
  })

  it('list their parts by the ids of the headings', async () => {
    const { html, parts } = await read(t, 'terms')
    expect(parts.length).toBeGreaterThan(8)
    for (const { id, title } of parts) expect(html).toContain(`<h2 id="${id}">${title}</h2>`)
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length)
  })

  it('name the sums and days that the product really uses', async () => {
    const terms = (await read(t, 'terms')).html
    for (const words of [
      `$${SUBSCRIPTION_CENTS / 100} a month`,
      `${PAST_DUE_DAYS} days to change your card`,
      `doesn’t answer within ${ANSWER_DAYS} days`,
      `has ${APPROVAL_DAYS} days to approve`,
      `delivered ${LATE_DAYS} days after`,
      `isn’t paid within ${REMAINDER_DAYS} days`,
      `ruling within ${RULING_DAYS} days`,
      `for $${PROMOTION_CENTS / 100}.`,
      `For You for ${PROMOTION_DAYS} days`,
      `${COUNTER_NOTICE_DAYS} business days`,
    ])
      expect(terms).toContain(words)
    const privacy = (await read(t, 'privacy')).html
    for (const words of [
      `after ${ABSOLUTE_LIMIT_SECONDS / 86_400} days at the latest`,
      `For ${UNDO_DAYS} days you can restore it`,
      `uses:</strong> ${UPLOAD_HOURS} hours`,
      `ask for:</strong> ${EXPORT_DAYS} days`,
    ])
      expect(privacy).toContain(words)
  })

  it('say so when nobody has named the operator', async () => {
    const { html } = await read(t, 'imprint')
    expect(html).toContain('hasn’t said who they are')
    expect(html).toContain('OPERATOR_NAME')
    for (const page of LEGAL_PAGES) expect((await read(t, page)).html).not.toContain('{{')
  })
})

describe('an operator', () => {
  let dir: string
  const apps: TestApp[] = []
  const start = async (settings: Record<string, string>) => {
    const app = await startTestApp({ JOBS: 'off', ...settings })
    apps.push(app)
    return app
  }

  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'plinth-legal-'))
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await rm(dir, { recursive: true, force: true })
  })

  it('is named by the settings, which are shown as they are written', async () => {
    const app = await start(NAMED)
    const imprint = (await read(app, 'imprint')).html
    expect(imprint).toContain('<p>Studio *Fjord* &lt;Ltd></p>')
    expect(imprint).toContain('1 Pier Street<br>5003 Bergen<br>Norway')
    for (const page of LEGAL_PAGES) {
      const { html } = await read(app, page)
      expect(html).toContain('<a href="mailto:hello@fjord.example">hello@fjord.example</a>')
      expect(html).not.toContain('{{')
    }
  })

  it('replaces a text by a file, whose HTML is shown as text', async () => {
    await writeFile(
      path.join(dir, 'terms.md'),
      [
        '# House rules',
        'Run by {{operator}}. <script>alert(1)</script>',
        '## Same',
        '## Same',
        '[here](javascript:alert(1)) <b onclick="x">bold</b> [there](/limits)',
      ].join('\n\n'),
    )
    const app = await start({ LEGAL_DIR: dir, ...NAMED })
    const { title, html, parts } = await read(app, 'terms')
    expect(title).toBe('House rules')
    expect(parts.map(({ id }) => id)).toEqual(['same', 'same-2'])
    expect(html).toContain('Studio *Fjord* &lt;Ltd>')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toMatch(/<script|<b |href="javascript/)
    expect(html).toContain('<a href="/limits">there</a>')
    // The other two stay as they were.
    expect((await read(app, 'privacy')).title).toBe('Privacy')
  })

  it.each([
    [
      'a folder that is not there',
      { LEGAL_DIR: '/nowhere/legal' },
      'none of its files can be used',
    ],
    ['a name and no folder', { NODE_ENV: 'production' }, 'the imprint names nobody'],
  ])('reads in the log at the start about %s', async (_what, settings, words) => {
    const lines: string[] = []
    const write = process.stdout.write.bind(process.stdout)
    process.stdout.write = (line: string) => {
      lines.push(line)
      return true
    }
    try {
      const app = await start({
        LOG_LEVEL: 'warn',
        ...settings,
        ...('NODE_ENV' in settings ? { PUBLIC_URL: 'https://plinth.example' } : {}),
      })
      expect((await read(app, 'terms')).title).toBe('Terms of service')
    } finally {
      process.stdout.write = write
    }
    expect(lines.join('')).toContain(words)
  })
})
