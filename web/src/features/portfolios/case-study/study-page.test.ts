import type { PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { getPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { getCaseStudy, type Block, type CaseStudy } from '@plinth/contract/portfolios/studies.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { describe, expect, it } from 'vitest'
import { render } from '../../../entry-server.tsx'
// Loaded beforehand, because otherwise the first test would wait for them, on a busy machine too long.
import '../../../screens/study.tsx'
import '../../../screens/work.tsx'
import { arranged } from './study-blocks.tsx'
import { creditsOf } from './study-credits.tsx'

const picture: PortfolioView['picture'] = {
  id: 'm',
  width: 1200,
  height: 900,
  thumbhash: null,
  alt: 'A jar',
  state: 'ready',
  renditions: [320],
  signature: '',
  originalUrl: '/media/m/original.jpg',
  isAnimated: false,
  hasTiles: false,
}
const hana = {
  id: 'h',
  handle: 'hana',
  firstName: 'Hana',
  lastName: 'Novak',
  profileImageUrl: null,
  location: 'Turku',
  isCreator: true,
}
const work: PortfolioView = {
  id: 'w',
  title: 'Ember & Rye Honey',
  description: 'Eight labels.',
  imageUrl: '',
  fileType: 'image',
  picture,
  video: null,
  audio: null,
  document: null,
  creatorId: 'h',
  creator: hana,
  rating: null,
  category: { id: 1, name: 'Graphic Design', slug: 'graphic-design' },
  startingPrice: 450,
  likes: 3,
  likeCount: 3,
  saveCount: 1,
  views: 9,
  viewCount: 9,
  tags: [],
  origin: null,
  isFeatured: false,
  state: 'published',
  isListed: true,
  hasCaseStudy: true,
  isSensitive: false,
  isTakenDown: false,
  isReserved: true,
  isLiked: false,
  isSaved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  previous: null,
  next: null,
  position: 1,
  creatorWorkCount: 1,
  moreByCreator: [],
  projectsCompleted: 0,
  isFollowing: false,
  followsViewer: false,
}
const shot = { mediaId: 'm', caption: 'One jar' }
const lead: Block = {
  id: '1',
  type: 'text',
  parts: [
    { kind: 'heading', spans: [{ text: 'Taste first' }] },
    {
      kind: 'paragraph',
      spans: [{ text: 'See ' }, { text: 'the shop', href: 'https://shop.example/' }],
    },
    { kind: 'list', items: [[{ text: 'Square corners' }]] },
  ],
}
const facts: Block = {
  id: '2',
  type: 'facts',
  client: 'Rosa',
  year: '2026',
  role: '',
  place: '',
  time: '',
  tools: ['A spoon', 'Ink'],
}
const media: Block = { id: '3', type: 'media', width: 'full', shot }
const gone: Block = {
  id: '4',
  type: 'grid',
  rowHeight: 'low',
  hasCaptions: true,
  shots: [{ mediaId: 'gone', caption: 'Lost' }, shot],
}
const credits: Block = {
  id: '5',
  type: 'credits',
  people: [
    { id: 'a', name: 'Vicent Albors', role: 'Printer' },
    { id: 'b', personId: 'r', role: 'Client' },
    { id: 'c', personId: 'x', role: 'Who said no' },
  ],
}
const late: Block = { id: '6', type: 'text', parts: [] }
const study: CaseStudy = {
  workId: 'w',
  blocks: [lead, facts, media, gone, credits, late],
  files: {
    m: { kind: 'image', fileName: 'jar.jpg', picture, video: null, audio: null, document: null },
  },
  people: {
    b: { person: { ...hana, id: 'r', handle: 'rosa', firstName: 'Rosa' }, state: 'accepted' },
  },
  publishedAt: '2026-01-01T00:00:00.000Z',
}
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const draw = (shown: PortfolioView, below: CaseStudy | null) =>
  render('/portfolio/w', [
    [queryKey(getViewer), null],
    [queryKey(getPortfolio, { params: { id: 'w' } }), shown],
    ...(below === null
      ? []
      : [[queryKey(getCaseStudy, { params: { id: 'w' } }), below] as [never, CaseStudy]]),
  ])

describe('what goes where on a page', () => {
  it('puts the first texts beside the price, and facts below the description', () => {
    expect(arranged(study)).toEqual({ facts, lead: [lead], rest: [media, gone, late] })
  })

  it('begins with nothing where a picture comes first', () => {
    expect(arranged({ blocks: [media, lead] })).toEqual({
      facts: null,
      lead: [],
      rest: [media, lead],
    })
  })

  it('names nobody who did not agree', () => {
    expect(creditsOf(study).map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('the page that the server draws', () => {
  it('has all blocks in it, with links that search engines do not follow', async () => {
    const html = await draw(work, study)
    const words = textOf(html)
    for (const one of ['Taste first', 'Square corners', 'A spoon, Ink', 'One jar', 'Vicent Albors'])
      expect(words).toContain(one)
    expect(words).not.toContain('Who said no')
    expect(html).toMatch(/<a [^>]*rel="ugc nofollow noopener"[^>]*>the shop/)
  })

  it('keeps the place of a file that is gone, and says so', async () => {
    const words = textOf(await draw(work, study))
    expect(words).toContain('This picture is not available')
    expect(words).toContain('Lost')
  })

  it('is the usual page for a work without a case study', async () => {
    const html = await draw({ ...work, hasCaseStudy: false }, null)
    expect(html).toContain('work-spread')
    expect(html).not.toContain('id="study"')
  })
})
