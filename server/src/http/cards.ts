import { byteText, bytesOf } from './json.ts'
import type { Who } from './viewer.ts'

/** What lists show of one thing and is alike for everybody, as it is sent. */
interface Card {
  id: string
  version: number
  /** A JSON object without its closing brace, as `byteText` gives it: what differs between viewers follows. */
  opened: string
  /** Whether its maker sees more of it than others do. */
  isPartial: boolean
  /** What other pages show of it, as JSON. */
  brief: string
  until: number
}

export interface LoadedCard {
  id: string
  version: number
  json: string
  isPartial: boolean
}

/** Which card a list shows: the version is the one that its row has now. */
interface WantedCard {
  id: string
  version: number
}

interface Cards {
  /** The card if it is kept in this version. */
  kept: (wanted: WantedCard, now: number) => Card | undefined
  /** Reads these cards and keeps them. Those that nobody else may see any more are missing. */
  read: (ids: string[], now: number) => Promise<Map<string, Card>>
}

/**
 * A change of a file raises the version of what shows it, except where that row is just being written. Then the old card
 * may be this old.
 */
const MAX_AGE_MS = 30_000
/** About two kilobytes each. */
const MAX_CARDS = 5_000

/**
 * Keeps cards as they are sent. Lists read which cards they show, in which version, and what differs between viewers;
 * only cards that are new here or have changed are read from the database.
 */
function createCards({ load, briefOf }: Pick<CardKind, 'load' | 'briefOf'>): Cards {
  const cards = new Map<string, Card>()

  const keep = (id: string, card: Card) => {
    cards.delete(id)
    cards.set(id, card)
    // A map keeps insertion order, so the oldest come first.
    for (const [oldest, { until }] of cards) {
      if (until > performance.now() && cards.size <= MAX_CARDS) break
      cards.delete(oldest)
    }
  }
  return {
    kept: ({ id, version }, now) => {
      const card = cards.get(id)
      return card !== undefined && card.version === version && card.until > now ? card : undefined
    },
    read: async (ids, now) => {
      const found = new Map<string, Card>()
      for (const { json, ...rest } of await load(ids)) {
        const { id } = rest
        const card = {
          ...rest,
          opened: opened(json),
          brief: briefOf(json),
          until: now + MAX_AGE_MS,
        }
        found.set(id, card)
        keep(id, card)
      }
      return found
    },
  }
}

/** Flags of a row of briefs, which its statement computes. */
const IS_VISIBLE = 1
/** The viewer sees what others do not: the maker or an admin. */
const SEES_ALL = 2
export const FLAGS = { isVisible: IS_VISIBLE, seesAll: SEES_ALL }

/** One thing of a page. */
export interface CardRow extends WantedCard {
  creatorId: string
  isVisible: boolean
  /** The viewer sees what others do not: the maker or an admin. */
  seesAll: boolean
  /** Where it is on its list: its place, or what the list is sorted by. */
  key: number
  /** Counters as digits, in the order of the statement. */
  counts: string[]
  /** What is on for the viewer, in the order of the statement. */
  marks: boolean[]
}

export interface CardKind {
  /** Those of these that everybody may see, as everybody sees them. */
  load: (ids: string[]) => Promise<LoadedCard[]>
  /** The same fields as this viewer sees them, for what is theirs or what admins see. Nobody else gets them. */
  loadOwn: (who: Who, ids: string[]) => Promise<{ id: string; json: string }[]>
  /** What other pages show of it, as JSON made from the fields above. */
  briefOf: (json: string) => string
  /** The counters and what differs between viewers as further fields, beginning with a comma. */
  restOf: (row: CardRow) => string
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
  /** A JSON object, as `byteText` gives it. */
  text: string
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
  /** The one thing of these rows, with further fields; null when it is gone. */
  one: (who: Who, rows: string | null, extra: string) => Promise<Buffer | null>
  /** What other pages show of these, which may lack all but id, version and flags, by id and in their order. */
  briefs: (who: Who, rows: string | null) => Promise<Map<string, string>>
}

export function createCardLists(kind: CardKind): CardLists {
  const { loadOwn, restOf, briefOf } = kind
  const cards = createCards(kind)

  /** The cards of these rows, in their places; undefined where there is none for everybody. */
  const cardsOf = async (rows: readonly Wanted[]): Promise<(Card | undefined)[]> => {
    const now = performance.now()
    const found = rows.map((row) => (row.isVisible ? cards.kept(row, now) : undefined))
    const missing = rows.filter((row, at) => row.isVisible && found[at] === undefined)
    if (missing.length === 0) return found
    const ids = missing.map(({ id }) => id)
    const read = await cards.read(ids, now)
    return rows.map(({ id }, at) => found[at] ?? read.get(id))
  }

  /** The things of a page that the viewer may see. */
  const view = async (who: Who, rows: readonly CardRow[], extra: Extra): Promise<CardItem[]> => {
    const found = await cardsOf(rows)
    const own = rows.filter(
      (row, at) => row.seesAll && (!row.isVisible || found[at]?.isPartial === true),
    )
    const ownCards = new Map<string, string>()
    if (own.length > 0) {
      const ids = own.map(({ id }) => id)
      for (const { id, json } of await loadOwn(who, ids)) ownCards.set(id, opened(json))
    }
    const items: CardItem[] = []
    for (const [at, row] of rows.entries()) {
      const { id, creatorId } = row
      const card = ownCards.get(id) ?? found[at]?.opened
      const more = card === undefined ? null : extra(row)
      if (more === null) continue
      items.push({ id, creatorId, text: `${card}${restOf(row)}${byteText(more)}}` })
    }
    return items
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
      const [item] = await view(who, parseRows(joined), () => extra)
      return item === undefined ? null : bytesOf(item.text)
    },
    briefs: async (who, joined) => {
      const rows = parseBriefs(joined)
      const found = await cardsOf(rows)
      const own = rows.filter(({ isVisible }) => !isVisible).map(({ id }) => id)
      const ownBriefs = new Map<string, string>()
      if (own.length > 0)
        for (const { id, json } of await loadOwn(who, own)) ownBriefs.set(id, briefOf(json))
      return new Map(
        rows.flatMap(({ id }, at) => {
          const brief = ownBriefs.get(id) ?? found[at]?.brief
          return brief === undefined ? [] : [[id, brief] as const]
        }),
      )
    },
  }
}

/** A JSON list. */
export const listOf = (items: readonly Pick<CardItem, 'text'>[]): Buffer =>
  bytesOf(`[${items.map(({ text }) => text).join()}]`)

/** A JSON object without its closing brace. PostgreSQL puts spaces into objects; they are left out. */
const opened = (json: string): string => byteText(JSON.stringify(JSON.parse(json)).slice(0, -1))

type Wanted = WantedCard & Pick<CardRow, 'isVisible'>

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
 * of things or of their creators; and the rows as `id creator version visible key counts…`.
 */
function parseRows(joined: string | null): CardRow[] {
  if (joined === null || joined === '') return []
  const [viewer = '', ...parts] = joined.split(SEPARATORS.parts)
  const [viewerId, seesHidden] = viewer.split(SEPARATORS.columns)
  const marked = parts.slice(0, -1).map((ids) => new Set(ids.split(SEPARATORS.columns)))
  return (parts.at(-1) ?? '').split(SEPARATORS.rows).map((row): CardRow => {
    const [id = '', creatorId = '', version, visible, key, ...counts] = row.split(
      SEPARATORS.columns,
    )
    return {
      id,
      creatorId,
      version: Number(version),
      isVisible: visible === '1',
      seesAll: seesHidden === '1' || creatorId === viewerId,
      key: Number(key),
      counts,
      marks: marked.map((ids) => ids.has(id) || ids.has(creatorId)),
    }
  })
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
