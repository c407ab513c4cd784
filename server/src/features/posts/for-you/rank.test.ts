import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankForYou } from './rank.ts'
import type { Candidate, Taste, ViewerTaste } from './score.ts'
import { RANKING } from './weights.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A post of two days ago by somebody of long standing, seen by a few and liked by some of them. */
const post = (id: string, traits: Partial<Candidate> = {}): Candidate => ({
  id,
  creatorId: `by-${id}`,
  creatorName: 'Marit',
  creatorSince: NOW - 400 * DAY,
  categoryId: null,
  tags: [],
  createdAt: NOW - 2 * DAY,
  likeCount: 10,
  saveCount: 0,
  commentCount: 0,
  viewCount: 100,
  isFeatured: false,
  isHot: false,
  isFollowed: false,
  isDamped: false,
  ...traits,
})

const did = (likes: number, saves = 0, hides = 0): Taste => ({ likes, saves, hides })
const taste = (
  tags: Record<string, Taste> = {},
  categories: Record<number, Taste> = {},
  isNewHere = false,
): ViewerTaste => ({
  isNewHere,
  tags: new Map(Object.entries(tags)),
  categories: new Map(Object.entries(categories).map(([id, one]) => [Number(id), one])),
})

const order = (posts: Candidate[], viewer = taste()) =>
  rankForYou(posts, viewer, NOW).map(({ id }) => id)
const reasons = (one: Candidate, viewer = taste()) =>
  rankForYou([one], viewer, NOW)[0]?.reasons.map(({ text }) => text)

describe('what raises a post', () => {
  // The plain post has the larger id, so that it would come first if the trait did nothing.
  it.each<[string, Partial<Candidate>, ViewerTaste?]>([
    ['its creator is followed', { isFollowed: true }],
    ['a tag the viewer saves', { tags: ['linocut'] }, taste({ linocut: did(0, 2) })],
    ['a tag the viewer likes', { tags: ['linocut'] }, taste({ linocut: did(1) })],
    ['a category the viewer likes', { categoryId: 2 }, taste({}, { 2: did(5) })],
    ['it is newer', { createdAt: NOW - HOUR }],
    ['more was done per view', { likeCount: 30 }],
    ['the same was done in fewer views', { viewCount: 60 }],
    ['saves and comments', { saveCount: 5, commentCount: 5 }],
    ['it was featured', { isFeatured: true }],
    ['its creator is new', { creatorSince: NOW - 3 * DAY }],
  ])('%s', (_, traits, viewer) => {
    expect(order([post('b'), post('a', traits)], viewer)).toEqual(['a', 'b'])
    expect(order([post('b'), post('a')], viewer)).toEqual(['b', 'a'])
  })

  it('a new post that few have seen comes before one that many ignored', () => {
    const nothing = { likeCount: 0, createdAt: NOW - HOUR }
    expect(
      order([post('b', { ...nothing, viewCount: 500 }), post('a', { ...nothing, viewCount: 0 })]),
    ).toEqual(['a', 'b'])
  })

  it('one lucky like does not beat many likes of many views', () => {
    expect(
      order([
        post('a', { likeCount: 400, viewCount: 1_000 }),
        post('b', { likeCount: 1, viewCount: 1, createdAt: NOW - 8 * DAY }),
      ]),
    ).toEqual(['a', 'b'])
  })

  it('saves count more than likes, with diminishing returns', () => {
    const viewer = taste({ linocut: did(0, 2), risograph: did(2), gouache: did(400) })
    const [a, b, c] = ['linocut', 'risograph', 'gouache'].map((tag) => post(tag, { tags: [tag] }))
    expect(order([a, b, c] as Candidate[], viewer)).toEqual(['gouache', 'linocut', 'risograph'])
    const followed = post('followed', { isFollowed: true })
    expect(order([c, followed] as Candidate[], viewer)[0]).toBe('followed')
  })
})

describe('what lowers a post', () => {
  it.each<[string, Partial<Candidate>, ViewerTaste?]>([
    ['less of its creator', { isDamped: true }],
    ['a tag of what was not for them', { tags: ['linocut'] }, taste({ linocut: did(0, 0, 1) })],
    ['a category of it', { categoryId: 2 }, taste({}, { 2: did(1, 0, 4) })],
  ])('%s', (_, traits, viewer) => {
    expect(order([post('b', traits), post('a')], viewer)).toEqual(['a', 'b'])
    expect(order([post('b'), post('a')], viewer)).toEqual(['b', 'a'])
  })

  it('less of somebody outweighs following them, a tag one saves and a fresh post', () => {
    const viewer = taste({ linocut: did(0, 9) })
    const damped = { isDamped: true, isFollowed: true, tags: ['linocut'], createdAt: NOW }
    expect(order([post('b', damped), post('a')], viewer)).toEqual(['a', 'b'])
  })
})

describe('variety', () => {
  it('puts other posts between those of a creator whose posts are all better', () => {
    const loud = ['l1', 'l2', 'l3', 'l4'].map((id) =>
      post(id, { creatorId: 'loud', isFollowed: true }),
    )
    const ids = order([...loud, post('a'), post('b')])
    expect(ids[0]).toBe('l4')
    expect(ids.slice(0, 5).map((id) => id.startsWith('l'))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
  })

  it('mixes categories even if the viewer prefers one', () => {
    const viewer = taste({}, { 2: did(10), 5: did(7) })
    const mine = Array.from({ length: 6 }, (_, at) => post(`m${at}`, { categoryId: 2 }))
    const other = Array.from({ length: 6 }, (_, at) => post(`o${at}`, { categoryId: 5 }))
    const first = order([...mine, ...other], viewer).slice(0, 6)
    expect(first.some((id) => id.startsWith('m'))).toBe(true)
    expect(first.some((id) => id.startsWith('o'))).toBe(true)
  })

  it('keeps every eighth place for newcomers, however good the others are', () => {
    const strong = Array.from({ length: 40 }, (_, at) =>
      post(`s${String(at).padStart(2, '0')}`, { isFollowed: true, likeCount: 90 }),
    )
    const newcomers = ['n1', 'n2', 'n3'].map((id) =>
      post(id, { creatorSince: NOW - DAY, likeCount: 0 }),
    )
    const ids = order([...strong, ...newcomers])
    expect(ids.flatMap((id, at) => (id.startsWith('n') ? [at + 1] : []))).toEqual([8, 16, 24])
  })

  it('gives no such place to a newcomer of whom the viewer wants less', () => {
    const strong = Array.from({ length: 20 }, (_, at) => post(`s${at}`, { isFollowed: true }))
    const damped = post('damped', { creatorSince: NOW - DAY, isDamped: true })
    expect(order([...strong, damped]).at(-1)).toBe('damped')
  })
})

describe('the first visit', () => {
  const first = taste({}, {}, true)
  const { places, actions } = RANKING.opening
  // Fresh posts of newcomers that nobody has responded to: everything else prefers them.
  const fresh = Array.from({ length: 20 }, (_, at) =>
    post(`f${at}`, {
      createdAt: NOW - HOUR,
      creatorSince: NOW - DAY,
      likeCount: 0,
      viewCount: 0,
    }),
  )
  const liked = Array.from({ length: 30 }, (_, at) =>
    post(`l${at}`, { likeCount: 10 + at, viewCount: 100, createdAt: NOW - 4 * DAY }),
  )

  it('opens with posts that people responded to, whatever is fresher', () => {
    const ids = order([...fresh, ...liked], first)
    expect(ids.slice(0, places).every((id) => id.startsWith('l'))).toBe(true)
    expect(ids[places]?.startsWith('f')).toBe(true)
    expect(order([...fresh, ...liked])[0]?.startsWith('f')).toBe(true)
  })

  it('opens with the strongest response, not the freshest', () => {
    const ids = order(
      [
        post('new', { likeCount: actions, viewCount: 60, createdAt: NOW - HOUR }),
        post('loved', { likeCount: 300, viewCount: 1_000, createdAt: NOW - 6 * DAY }),
      ],
      first,
    )
    expect(ids).toEqual(['loved', 'new'])
  })

  it('counts likes and comments as response, and not a few', () => {
    const few = post('few', { likeCount: actions - 1, createdAt: NOW })
    const said = post('said', { likeCount: 0, commentCount: actions, createdAt: NOW - 9 * DAY })
    expect(order([few, said], first)).toEqual(['said', 'few'])
  })

  it('says why each of its posts is there, however old and often seen', () => {
    const old = post('a', { likeCount: actions, viewCount: 9_000, createdAt: NOW - 60 * DAY })
    expect(reasons(old, first)).toEqual(['Others liked or commented on it'])
    expect(reasons({ ...old, likeCount: actions - 1 }, first)).toEqual([])
    expect(reasons(old)).toEqual([])
  })

  it('gives newcomers the same places after its opening as any other visit', () => {
    const strong = liked.map((one) => ({ ...one, isFollowed: true }))
    const unseen = fresh.slice(0, 3).map((one) => ({ ...one, createdAt: NOW - 9 * DAY }))
    const newcomersAt = (viewer: ViewerTaste) =>
      order([...strong, ...unseen], viewer).flatMap((id, at) =>
        id.startsWith('f') ? [at + 1] : [],
      )
    expect(newcomersAt(first)).toEqual([8, 16, 24])
    expect(newcomersAt(first)).toEqual(newcomersAt(taste()))
  })

  it('never opens with somebody of whom the viewer wants less', () => {
    const ids = order([post('damped', { isDamped: true, likeCount: 900 }), ...fresh], first)
    expect(ids.at(-1)).toBe('damped')
  })
})

describe('reasons', () => {
  it('are the strongest three', () => {
    const viewer = taste({ linocut: did(0, 3) }, { 2: did(4) })
    const all = post('a', {
      isFollowed: true,
      tags: ['linocut'],
      categoryId: 2,
      isHot: true,
      createdAt: NOW - HOUR,
      creatorSince: NOW - DAY,
    })
    expect(reasons(all, viewer)).toEqual([
      'You follow Marit',
      'Posted today',
      'Because you save #linocut',
    ])
  })

  it.each<[string, Partial<Candidate>, ViewerTaste, string[]]>([
    ['no reason', {}, taste(), []],
    [
      'a nameless creator',
      { isFollowed: true, creatorName: '' },
      taste(),
      ['You follow this person'],
    ],
    ['saved', { tags: ['a', 'b'] }, taste({ a: did(1), b: did(0, 1) }), ['Because you save #b']],
    ['liked', { tags: ['a'] }, taste({ a: did(3, 1) }), ['Because you like #a']],
    ['liked and then hidden', { tags: ['a'] }, taste({ a: did(1, 0, 2) }), []],
    ['a tag of somebody else', { tags: ['c'] }, taste({ a: did(9) }), []],
    ['often', { categoryId: 2 }, taste({}, { 2: did(3) }), ['You often like Photography']],
    ['often saved', { categoryId: 2 }, taste({}, { 2: did(1, 2) }), ['You often save Photography']],
    ['twice is not often', { categoryId: 2 }, taste({}, { 2: did(2) }), []],
    ['three of thirty is not often', { categoryId: 2 }, taste({}, { 2: did(3), 5: did(27) }), []],
    ['popular', { isHot: true }, taste(), ['Popular this week']],
    ['popular last week', { isHot: true, createdAt: NOW - 8 * DAY }, taste(), []],
    ['hot for its age alone', { isHot: true, likeCount: 4 }, taste(), []],
    ['only much saved', { isHot: true, likeCount: 0, saveCount: 90 }, taste(), []],
    ['new', { creatorSince: NOW - 29 * DAY }, taste(), ['New on Plinth']],
    ['not new any more', { creatorSince: NOW - 31 * DAY }, taste(), []],
    ['fresh', { createdAt: NOW - 11 * HOUR }, taste(), ['Posted today']],
    ['yesterday', { createdAt: NOW - 13 * HOUR }, taste(), []],
  ])('are true: %s', (_, traits, viewer, expected) => {
    expect(reasons(post('a', traits), viewer)).toEqual(expected)
  })
})

describe('always', () => {
  const candidates = fc
    .uniqueArray(
      fc.record({
        id: fc.uuid(),
        creatorId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        creatorSince: fc.constantFrom(NOW - DAY, NOW - 400 * DAY),
        categoryId: fc.constantFrom(null, 1, 2, 3),
        tags: fc.subarray(['linocut', 'gouache', 'risograph']),
        createdAt: fc.integer({ min: NOW - 60 * DAY, max: NOW + DAY }),
        likeCount: fc.nat(5_000),
        saveCount: fc.nat(500),
        commentCount: fc.nat(500),
        viewCount: fc.nat(50_000),
        isHot: fc.boolean(),
        isFollowed: fc.boolean(),
        isDamped: fc.boolean(),
      }),
      { selector: ({ id }) => id, maxLength: 60 },
    )
    .map((some) => some.map((one) => post(one.id, one)))
  const viewer = taste(
    { linocut: did(3, 1), gouache: did(0, 0, 4) },
    { 1: did(4), 2: did(0, 0, 2) },
  )

  it('has the same order for the same posts, whatever the input order', () => {
    fc.assert(
      fc.property(
        candidates.chain((some) =>
          fc.tuple(
            fc.constant(some),
            fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
          ),
        ),
        ([some, shuffled]) => {
          expect(rankForYou(shuffled, viewer, NOW)).toEqual(rankForYou(some, viewer, NOW))
        },
      ),
    )
  })

  it('has every post once, with three reasons at most', () => {
    fc.assert(
      fc.property(candidates, (some) => {
        const ranked = rankForYou(some, viewer, NOW)
        expect(ranked.map(({ id }) => id).sort()).toEqual(some.map(({ id }) => id).sort())
        for (const one of ranked) expect(one.reasons.length).toBeLessThanOrEqual(3)
      }),
    )
  })

  it('has no creator twice in a row while another is left', () => {
    fc.assert(
      fc.property(candidates, (some) => {
        const creators = new Map(some.map(({ id, creatorId }) => [id, creatorId]))
        const row = order(some, viewer).map((id) => creators.get(id))
        const repeated = row.findIndex((creator, at) => at > 0 && creator === row[at - 1])
        if (repeated > 0) expect(new Set(row.slice(repeated)).size).toBe(1)
      }),
    )
  })

  it('has a bounded length', () => {
    const many = Array.from({ length: RANKING.length + 50 }, (_, at) => post(`p${at}`))
    expect(order(many)).toHaveLength(RANKING.length)
  })
})
