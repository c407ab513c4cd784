import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { isTrainingCrawler, REFUSED_CRAWLERS } from '../../http/crawlers.ts'
import { screenPages } from '../../screens.ts'

const t = testApp()
const get = (url: string) => t.request({ method: 'GET', url })

/** The groups of a robots.txt by RFC 9309: the names they are for, and their rules. */
function groupsOf(text: string): { names: string[]; rules: [string, string][] }[] {
  const groups: { names: string[]; rules: [string, string][] }[] = []
  for (const line of text.split('\n')) {
    const [, field = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line.replace(/#.*/, '')) ?? []
    const last = groups.at(-1)
    if (field.toLowerCase() === 'user-agent') {
      if (last === undefined || last.rules.length > 0) groups.push({ names: [value], rules: [] })
      else last.names.push(value)
    } else if (field !== '' && field !== 'Sitemap') last?.rules.push([field, value])
  }
  return groups
}

describe('robots.txt', () => {
  it('names the sitemap, and lets search engines in', async () => {
    const { status, body, headers } = await get('/robots.txt')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain('\nSitemap: http://localhost:3000/sitemap.xml\n')
    const [everybody] = groupsOf(body)
    expect(everybody?.names).toEqual(['*'])
    expect(everybody?.rules).toContainEqual(['Disallow', '/api/'])
    for (const path of ['/', '/media/', '/explore', '/portfolio/', '/post/', '/boards', '/@']) {
      expect(everybody?.rules).not.toContainEqual(['Disallow', path])
    }
  })

  it('keeps everybody from the addresses that need signing in', async () => {
    const [everybody] = groupsOf((await get('/robots.txt')).body)
    const closed = (everybody?.rules ?? [])
      .filter(([field]) => field === 'Disallow')
      .map(([, path]) => path)
    for (const { path, load } of screenPages(t.deps)) {
      const page = await load({ viewer: null, params: {}, query: {} })
      // Explore and its tags are public wherever visitors may open them.
      if ((page !== null && page.status !== 401) || path.startsWith('/explore')) continue
      expect(
        closed.some((start) =>
          start.endsWith('$')
            ? path === start.slice(0, -1)
            : path.replace(/:\w+/, '*').startsWith(start),
        ),
        path,
      ).toBe(true)
    }
  })

  it('refuses the training crawlers everything, and no search crawler', async () => {
    const [, refused, ...more] = groupsOf((await get('/robots.txt')).body)
    expect(more).toEqual([])
    expect(refused?.names).toEqual(REFUSED_CRAWLERS)
    expect(refused?.rules).toContainEqual(['Disallow', '/'])
    for (const name of ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended', 'Applebot-Extended']) {
      expect(REFUSED_CRAWLERS).toContain(name)
    }
    for (const name of ['Googlebot', 'Applebot', 'OAI-SearchBot', 'PerplexityBot', 'bingbot']) {
      expect(REFUSED_CRAWLERS).not.toContain(name)
    }
  })
})

it('knows training crawlers by their user agents, and takes no other for one', () => {
  for (const agent of [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'Mozilla/5.0 (compatible; img2dataset; +https://github.com/rom1504/img2dataset)',
  ]) {
    expect(isTrainingCrawler(agent), agent).toBe(true)
  }
  for (const agent of [
    undefined,
    '',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Googlebot-Image/1.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (Applebot/0.1)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.0)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  ]) {
    expect(isTrainingCrawler(agent), agent).toBe(false)
  }
})

it('serves the reservation of the whole site and its policy', async () => {
  const file = await get('/.well-known/tdmrep.json')
  const policyUrl = 'http://localhost:3000/.well-known/tdm-policy.json'
  expect(file).toMatchObject({
    status: 200,
    body: [{ location: '/', 'tdm-reservation': 1, 'tdm-policy': policyUrl }],
  })
  const policy = await get('/.well-known/tdm-policy.json')
  expect(policy.status).toBe(200)
  expect(policy.headers['content-type']).toBe('application/ld+json; charset=utf-8')
  expect(JSON.parse(policy.body)).toMatchObject({
    '@type': 'Offer',
    profile: 'http://www.w3.org/ns/tdmrep',
    uid: policyUrl,
    permission: [{ action: 'tdm:mine', duty: [{ action: 'obtainConsent' }] }],
  })
})
