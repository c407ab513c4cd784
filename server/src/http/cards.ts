import { ownBytes } from './json.ts'
import type { Who } from './viewer.ts'

interface Versioned {
  id: string
  version: number
}

/** What lists show of one thing and is alike for everybody, as it is sent. */
interface Card extends Versioned {
  /** A JSON object without its closing brace: what differs between viewers follows. */
  opened: Buffer
  /** Whether its maker sees more of it than others do. */
  isPartial: boolean
  /** What followed it last, for different marks: most viewers have the same, and counters seldom change between two. */
  rests: Rest[]
}

/** The counters and marks of a card as they are sent, with the closing brace. */
interface Rest extends Pick<CardRow, 'marks' | 'counts'> {
  json: string
}

/** What pages of other things show of one. */
interface Brief extends Versioned {
  json: string
}

export interface LoadedCard extends Versioned {
  json: string
  isPartial: boolean
}

export interface LoadedBrief extends Versioned {
  json: string
  /** Whether everybody may see it. */
  isVisible: boolean
}

/** Which version a list shows: the one that its row has now. */
type Wanted = Versioned & {
  /** Whether everybody may see it. */
  isVisible: boolean
}

/**
 * A change of a file raises the version of what shows it, except where that row is just being written. Then what is kept
 * may be this old.
 */
const MAX_AGE_MS = 30_000
/** Cards take about two kilobytes each, briefs a quarter of that. */
const MAX_KEPT = 6_000
/** For each card; a quarter of a kilobyte each. */
const MAX_RESTS = 4

/**
 * Keeps what is alike for everybody. Lists read what they show, in which version, and what differs between viewers; only
 * what is new here or has changed is read from the database. Gives the things in the places of the rows, undefined where
 * not everybody may see one, or may not any more.
 */
function createKept<Kept extends Versioned>(
  load: (ids: string[]) => Promise<Kept[]>,
): (rows: readonly Wanted[]) => Promise<(Kept | undefined)[]> {
  const all = new Map<string, Kept & { until: number }>()

  const keep = (kept: Kept, until: number) => {
    all.delete(kept.id)
    all.set(kept.id, Object.assign(kept, { until }))
    // A map keeps insertion order, so the oldest come first.
    for (const [oldest, one] of all) {
      if (one.until > performance.now() && all.size <= MAX_KEPT) break
      all.delete(oldest)
    }
  }
  return async (rows) => {
    const now = performance.now()
    const found = rows.map(({ id, version, isVisible }) => {
      const one = isVisible ? all.get(id) : undefined
      return one?.version === version && one.until > now ? one : undefined
    })
    const missing = rows.flatMap(({ id, isVisible }, at) =>
      isVisible && found[at] === undefined ? [id] : [],
    )
    if (missing.length === 0) return found
    const read = new Map<string, Kept>()
    for (const kept of await load(missing)) {
      read.set(kept.id, kept)
      keep(kept, now + MAX_AGE_MS)
    }
    return rows.map(({ id }, at) => found[at] ?? read.get(id))
  }
}

/** Flags of a row of briefs, which its statement computes. */
const IS_VISIBLE = 1
/** The viewer sees what others do not: the maker or an admin. */
const SEES_ALL = 2
export const FLAGS = { isVisible: IS_VISIBLE, seesAll: SEES_ALL }

/** One thing of a page. */
export interface CardRow extends Wanted {
  creatorId: string
  /** The viewer sees what others do not: the maker or an admin. */
  seesAll: boolean
  /** Where it is on its list: its place, or what the list is sorted by. */
  key: number
  /** Counters as digits, in the order of the statement. */
  counts: string
  /** What is on for the viewer: a bit for each mark, in the order of the statement. */
  marks: number
}

/** Whether the mark at this place of the statement is on. */
export const isOn = ({ marks }: Pick<CardRow, 'marks'>, place: number): boolean =>
  (marks & (1 << place)) !== 0

/** What differs between viewers of a card, and its counters as digits. */
interface CardDetails {
  counts: string[]
  /** From the first to the last one that is on. */
  marks: boolean[]
}

export interface CardKind {
  /** Those of these that everybody may see, as everybody sees them. */
  load: (ids: string[]) => Promise<LoadedCard[]>
  /** The same fields as this viewer sees them, for what is theirs or what admins see. Nobody else gets them. */
  loadOwn: (who: Who, ids: string[]) => Promise<{ id: string; json: string }[]>
  /** What pages of other things show of these. */
  loadBriefs: (ids: string[]) => Promise<LoadedBrief[]>
  /** The counters and what differs between viewers as further fields, beginning with a comma. */
  restOf: (details: CardDetails) => string
}

/** Further fields of a thing on a list, beginning with a comma; null leaves it out. */
type Extra = (row: CardRow) => string | null

const nothing: Extra = () => ''

interface PageEnd {
  /** The key and id of the last one; null when nothing follows. */
  last: [key: number, id: string] | null
}

/** One thing of a page. */
export interface CardItem {
  id: string
  creatorId: string
  /** The beginning of a JSON object, as it is kept. */
  opened: Buffer
  /** The rest of it, with the closing brace. */
  rest: string
}

/** Makes the pages of all lists of one kind from the rows that statements give. */
export interface CardLists {
  /** A page of so many of these rows, which are one more if others follow; the greatest key comes first. */
  page: (
    who: Who,
    rows: string | null,
    limit: number,
    extra?: Extra,
  ) => Promise<PageEnd & { json: Buffer }>
  /** The same, each thing by itself. */
  items: (
    who: Who,
    rows: string | null,
    limit: number,
    extra?: Extra,
  ) => Promise<PageEnd & { items: CardItem[] }>
  /** All of them as a JSON list; the smallest key comes first. */
  list: (who: Who, rows: string | null, extra: Extra) => Promise<Buffer>
  /** The one thing of these rows; null when it is gone. `extra` gives further fields, beginning with a comma. */
  one: (who: Who, rows: string | null, extra: Promise<string>) => Promise<Buffer | null>
  /** What other pages show of these, as `id version flags` or without flags, by id and in their order. */
  briefs: (rows: string | null) => Promise<Map<string, string>>
}

export function createCardLists(kind: CardKind): CardLists {
  const { loadOwn, restOf, loadBriefs } = kind
  const cardsOf = createKept<Card>(async (ids) =>
    (await kind.load(ids)).map(({ json, ...card }) => ({
      ...card,
      opened: opened(json),
      rests: [],
    })),
  )
  const briefsOf = createKept<Brief>(async (ids) =>
    (await loadBriefs(ids)).filter(({ isVisible }) => isVisible).map(briefOf),
  )

  /** The things of a page that the viewer may see. */
  const view = async (who: Who, rows: readonly CardRow[], extra: Extra): Promise<CardItem[]> => {
    const found = await cardsOf(rows)
    const own = rows.filter(
      (row, at) => row.seesAll && (!row.isVisible || found[at]?.isPartial === true),
    )
    const ownCards = new Map<string, Pick<Card, 'opened' | 'rests'>>()
    if (own.length > 0) {
      const ids = own.map(({ id }) => id)
      for (const { id, json } of await loadOwn(who, ids))
        ownCards.set(id, { opened: opened(json), rests: [] })
    }
    const items: CardItem[] = []
    for (const [at, row] of rows.entries()) {
      const { id, creatorId } = row
      const card = ownCards.get(id) ?? found[at]
      const more = card === undefined ? null : extra(row)
      if (card === undefined || more === null) continue
      const rest = restIn(card.rests, row)
      items.push({
        id,
        creatorId,
        opened: card.opened,
        rest: more === '' ? rest : `${rest.slice(0, -1)}${more}}`,
      })
    }
    return items
  }

  const restIn = (rests: Card['rests'], { counts, marks }: CardRow): string => {
    const known = rests.find((rest) => rest.marks === marks)
    if (known?.counts === counts) return known.json
    const details = { counts: counts.split(SEPARATORS.columns), marks: flagsOf(marks) }
    const json = flat(`${restOf(details)}}`)
    if (known !== undefined) Object.assign(known, { counts: flat(counts), json })
    else {
      if (rests.length >= MAX_RESTS) rests.shift()
      rests.push({ marks, counts: flat(counts), json })
    }
    return json
  }

  const items: CardLists['items'] = async (who, joined, limit, extra = nothing) => {
    const rows = sorted(parseRows(joined), greatestFirst)
    const shown = rows.slice(0, limit)
    const end = rows.length > limit ? shown.at(-1) : undefined
    return {
      items: await view(who, shown, extra),
      last: end === undefined ? null : [end.key, end.id],
    }
  }

  return {
    items,
    page: async (who, joined, limit, extra) => {
      const page = await items(who, joined, limit, extra)
      return { json: listOf(page.items), last: page.last }
    },
    list: async (who, joined, extra) => {
      const rows = sorted(parseRows(joined), (a, b) => a.key - b.key)
      return listOf(await view(who, rows, extra))
    },
    one: async (who, joined, extra) => {
      const [[item], more] = await Promise.all([view(who, parseRows(joined), nothing), extra])
      if (item === undefined) return null
      return Buffer.concat([item.opened, Buffer.from(`${item.rest.slice(0, -1)}${more}}`)])
    },
    briefs: async (joined) => {
      const rows = parseBriefs(joined)
      const hidden = rows.filter(({ isVisible }) => !isVisible).map(({ id }) => id)
      const [found, own] = await Promise.all([
        briefsOf(rows),
        hidden.length === 0 ? [] : loadBriefs(hidden),
      ])
      const ownBriefs = new Map(own.map((loaded) => [loaded.id, briefOf(loaded)]))
      return new Map(
        rows.flatMap(({ id }, at) => {
          const brief = found[at] ?? ownBriefs.get(id)
          return brief === undefined ? [] : [[id, brief.json] as const]
        }),
      )
    },
  }
}

const OPEN = '['.codePointAt(0) as number
const COMMA = ','.codePointAt(0) as number
const CLOSE = ']'.codePointAt(0) as number

/** A JSON list of these, each copied once. */
export function listOf(items: readonly Pick<CardItem, 'opened' | 'rest'>[]): Buffer {
  if (items.length === 0) return Buffer.from('[]')
  const lengths = items.map(({ rest }) => Buffer.byteLength(rest))
  const length = items.reduce(
    (sum, { opened }, at) => sum + 1 + opened.length + (lengths[at] ?? 0),
    1,
  )
  const list = Buffer.allocUnsafe(length)
  let at = 0
  for (const [n, { opened, rest }] of items.entries()) {
    list[at] = n === 0 ? OPEN : COMMA
    list.set(opened, at + 1)
    at += 1 + opened.length
    at += list.write(rest, at)
  }
  list[at] = CLOSE
  return list
}

/** Which marks are on, from the first to the last one that is. */
function flagsOf(marks: number): boolean[] {
  const flags: boolean[] = []
  for (let left = marks; left !== 0; left >>>= 1) flags.push((left & 1) !== 0)
  return flags
}

/** The same text in memory of its own. A part of another keeps all of it, and one that was added up keeps its parts. */
const flat = (text: string): string => Buffer.from(text).toString()

/** A JSON object without its closing brace. */
const opened = (json: string): Buffer => ownBytes(Buffer.from(compact(json).slice(0, -1)))

const briefOf = ({ id, version, json }: LoadedBrief): Brief => ({
  id,
  version,
  json: compact(json),
})

/** PostgreSQL puts spaces into objects; they are left out. */
const compact = (json: string): string => JSON.stringify(JSON.parse(json))

/** Instead of the ids for which a mark is on: it is on for all rows. */
export const ALL = '*'

/** How the parts of a page, the rows and the columns of a row are separated in a statement's answer. */
export const SEPARATORS = { parts: ';', rows: ',', columns: ' ' }

type Compare = (a: CardRow, b: CardRow) => number

/** As lists are sorted by a time or a score, and then by the id. */
const greatestFirst: Compare = (a, b) => b.key - a.key || (a.id < b.id ? 1 : -1)

/** Statements nearly always give rows in their order. */
const sorted = (rows: CardRow[], compare: Compare): CardRow[] =>
  rows.every((row, at) => at === 0 || compare(rows[at - 1] as CardRow, row) <= 0)
    ? rows
    : rows.sort(compare)

/**
 * The rows of a page. Its parts are: the viewer's id and whether they are an admin; the ids for which each mark is on,
 * of things or of their creators, or `ALL`; and the rows as `id creator version visible key counts…`.
 */
function parseRows(joined: string | null): CardRow[] {
  if (joined === null || joined === '') return []
  const [viewer = '', ...parts] = joined.split(SEPARATORS.parts)
  const [viewerId, seesHidden] = viewer.split(SEPARATORS.columns)
  const marked = parts.slice(0, -1).map(marksOf)
  return (parts.at(-1) ?? '').split(SEPARATORS.rows).map((row): CardRow => {
    // Where each column ends: an array of its columns for each row cost more than what is read from it.
    const ofId = row.indexOf(SEPARATORS.columns)
    const ofCreator = row.indexOf(SEPARATORS.columns, ofId + 1)
    const ofVersion = row.indexOf(SEPARATORS.columns, ofCreator + 1)
    const ofVisible = row.indexOf(SEPARATORS.columns, ofVersion + 1)
    const ofKey = row.indexOf(SEPARATORS.columns, ofVisible + 1)
    const id = row.slice(0, ofId)
    const creatorId = row.slice(ofId + 1, ofCreator)
    let marks = 0
    for (const [place, has] of marked.entries()) if (has(id) || has(creatorId)) marks |= 1 << place
    return {
      id,
      creatorId,
      version: Number(row.slice(ofCreator + 1, ofVersion)),
      isVisible: row.slice(ofVersion + 1, ofVisible) === '1',
      seesAll: seesHidden === '1' || creatorId === viewerId,
      key: Number(row.slice(ofVisible + 1, ofKey)),
      counts: row.slice(ofKey + 1),
      marks,
    }
  })
}

const all = () => true
const none = () => false

/** Whether a mark is on for an id, from the ids for which it is. */
function marksOf(ids: string): (id: string) => boolean {
  if (ids === '') return none
  if (ids === ALL) return all
  const set = new Set(ids.split(SEPARATORS.columns))
  return (id) => set.has(id)
}

/** Rows as `id version flags`; without flags they are visible. */
function parseBriefs(joined: string | null): Wanted[] {
  if (joined === null || joined === '') return []
  return joined.split(SEPARATORS.rows).map((row) => {
    const [id = '', version, flags] = row.split(SEPARATORS.columns)
    return {
      id,
      version: Number(version),
      isVisible: (Number(flags ?? IS_VISIBLE) & IS_VISIBLE) !== 0,
    }
  })
}
