import type { Context } from '../../deps.ts'
import { REFUSED_CRAWLERS } from '../../http/crawlers.ts'
import { TDM_POLICY_PATH } from '../../http/reservation.ts'

/** Addresses that show nothing without signing in. */
const MEMBERS_ONLY = [
  '/admin',
  '/analytics',
  '/boards$',
  '/boards/*/brief',
  '/debug',
  '/drafts',
  '/for-you',
  '/cases/',
  '/invitation/',
  '/liked-posts',
  '/messages',
  '/portfolio/*/edit',
  '/portfolio/*/rights',
  '/portfolio/*/statistics',
  '/post/*/statistics',
  '/projects',
  // Opens with a secret.
  '/proof/',
  '/proofs',
  '/saved-posts',
  '/settings',
  '/statement',
  '/subscribe',
  '/taken-down',
  '/wall',
  '/welcome',
]

const robotsTxt = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    ...MEMBERS_ONLY.map((path) => `Disallow: ${path}`),
    '',
    '# Crawlers that collect for the training of AI models.',
    ...REFUSED_CRAWLERS.map((name) => `User-agent: ${name}`),
    'Disallow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** The reservation of the whole site (TDMRep). The headers of a single page or file override it. */
const reservationFile = (publicUrl: string): object[] => [
  { location: '/', 'tdm-reservation': 1, 'tdm-policy': `${publicUrl}${TDM_POLICY_PATH}` },
]

/** Mining takes the consent of whoever made the work. In the vocabulary of TDMRep, which is a profile of ODRL. */
const policy = (publicUrl: string): object => ({
  '@context': ['http://www.w3.org/ns/odrl.jsonld', { tdm: 'http://www.w3.org/ns/tdmrep#' }],
  '@type': 'Offer',
  profile: 'http://www.w3.org/ns/tdmrep',
  uid: `${publicUrl}${TDM_POLICY_PATH}`,
  assigner: { uid: `${publicUrl}/`, 'vcard:fn': 'Plinth', 'vcard:hasURL': `${publicUrl}/ai` },
  permission: [
    { target: `${publicUrl}/`, action: 'tdm:mine', duty: [{ action: 'obtainConsent' }] },
  ],
})

/** Serves robots.txt and the machine-readable reservation for AI training. */
export function registerCrawlerRules({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { publicUrl } = deps.env
  const files: [path: string, type: string, text: string][] = [
    ['/robots.txt', 'text/plain; charset=utf-8', robotsTxt(publicUrl)],
    [
      '/.well-known/tdmrep.json',
      'application/json; charset=utf-8',
      JSON.stringify(reservationFile(publicUrl)),
    ],
    [TDM_POLICY_PATH, 'application/ld+json; charset=utf-8', JSON.stringify(policy(publicUrl))],
  ]
  for (const [path, type, text] of files) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(text),
    )
  }
}
