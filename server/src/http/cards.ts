import type { Who } from './viewer.ts'

/** What lists show of one thing and is alike for everybody, as the bytes that are sent. */
interface Card {
  id: string
  version: number
  /** A JSON object without its closing brace: what differs between viewers follows. */
  bytes: Buffer
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
  /** The cards in this order; null for what nobody else may see any more. */
  find: (wanted: readonly WantedCard[]) => Promise<(Card | null)[]>
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

  const isKept = ({ id, version }: WantedCard, now: number): boolean => {
    const card = cards.get(id)
    return card !== undefined && card.version === version && card.until > now
  }
  const keep = (id: string, card: Card) => {
    cards.delete(id)
    cards.set(id, card)
    // A map keeps insertion order, so the oldest come first.
    for (const [oldest, { until }] of cards) {
      if (until > Date.now() && cards.size <= MAX_CARDS) break
      cards.delete(oldest)
    }
  }
  const read = async (ids: string[], until: number): Promise<Map<string, Card>> => {
    const found = new Map<string, Card>()
    for (const { json, ...rest } of await load(ids)) {
      const { id } = rest
      const card = { ...rest, bytes: opened(json), brief: briefOf(json), until }
      found.set(id, card)
      keep(id, card)
    }
    return found
  }

  return {
    find: async (wanted) => {
      const now = Date.now()
      const missing = wanted.filter((one) => !isKept(one, now)).map(({ id }) => id)
      if (missing.length === 0) return wanted.map(({ id }) => cards.get(id) ?? null)
      const kept = wanted.map(({ id }) => (missing.includes(id) ? null : (cards.get(id) ?? null)))
      const found = await read(missing, now + MAX_AGE_MS)
      return wanted.map(({ id }, index) => kept[index] ?? found.get(id) ?? null)
    },
  }
}

/** Bits of a row's flags that are the same for every kind of card. The others begin at `FIRST_FLAG`. */
const IS_VISIBLE = 1
/** The viewer sees what others do not: the maker or an admin. */
const SEES_ALL = 2
export const FLAGS = { isVisible: IS_VISIBLE, seesAll: SEES_ALL }
export const FIRST_FLAG = 4

/** One thing of a page, as its statement gives it. */
export interface CardRow extends WantedCard {
  /** What differs between viewers. */
  flags: number
  /** Counters, in the order of the statement. */
  counts: number[]
  /** From 1, on the list. */
  place: number
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

/** Makes the pages of all lists of one kind from the rows that statements give. */
export interface CardLists {
  /** A JSON list. `extra` gives further fields of each, beginning with a comma. */
  list: (who: Who, rows: string | null, extra?: (row: CardRow) => string) => Promise<Buffer>
  /** The one thing of these rows, with further fields; null when it is gone. */
  one: (who: Who, rows: string | null, extra: string) => Promise<Buffer | null>
  /** What other pages show of these, which may lack all but id, version and flags, by id and in their order. */
  briefs: (who: Who, rows: string | null) => Promise<Map<string, string>>
}

export function createCardLists(kind: CardKind): CardLists {
  const { loadOwn, restOf, briefOf } = kind
  const cards = createCards(kind)

  const view = async (who: Who, joined: string | null, extra: (row: CardRow) => string) => {
    const rows = parseRows(joined)
    const found = new Map(
      (await cards.find(rows.filter(isVisible))).map((card) => [card?.id, card]),
    )
    const own = rows.filter(
      (row) =>
        (row.flags & SEES_ALL) !== 0 && (!isVisible(row) || found.get(row.id)?.isPartial === true),
    )
    const ownBytes = new Map<string, Buffer>()
    if (own.length > 0) {
      const ids = own.map(({ id }) => id)
      for (const { id, json } of await loadOwn(who, ids)) ownBytes.set(id, opened(json))
    }
    return rows.flatMap((row) => {
      const bytes = ownBytes.get(row.id) ?? found.get(row.id)?.bytes
      return bytes === undefined ? [] : [bytes, Buffer.from(`${restOf(row)}${extra(row)}}`)]
    })
  }

  return {
    list: async (who, rows, extra = () => '') => {
      const parts = await view(who, rows, extra)
      const separated = parts.flatMap((part, at) =>
        at % 2 === 0 && at > 0 ? [COMMA, part] : [part],
      )
      return Buffer.concat([OPENING, ...separated, CLOSING])
    },
    one: async (who, rows, extra) => {
      const parts = await view(who, rows, () => extra)
      return parts.length === 0 ? null : Buffer.concat(parts)
    },
    briefs: async (who, joined) => {
      const rows = parseRows(joined)
      const found = await cards.find(rows.filter(isVisible))
      const briefs = new Map(found.map((card) => [card?.id, card?.brief]))
      const own = rows.filter((row) => !isVisible(row)).map(({ id }) => id)
      if (own.length > 0)
        for (const { id, json } of await loadOwn(who, own)) briefs.set(id, briefOf(json))
      return new Map(
        rows.flatMap(({ id }) => {
          const brief = briefs.get(id)
          return brief === undefined ? [] : [[id, brief] as const]
        }),
      )
    },
  }
}

const [OPENING, COMMA, CLOSING] = ['[', ',', ']'].map((sign) => Buffer.from(sign)) as [
  Buffer,
  Buffer,
  Buffer,
]

const isVisible = ({ flags }: CardRow): boolean => (flags & IS_VISIBLE) !== 0

/** A JSON object without its closing brace. */
const opened = (json: string): Buffer => Buffer.from(json.slice(0, -1))

/** Rows as `id version flags place counts…`, joined by commas. */
function parseRows(joined: string | null): CardRow[] {
  if (joined === null || joined === '') return []
  return joined.split(',').map((row) => {
    const [id = '', version, flags, place, ...counts] = row.split(' ')
    return {
      id,
      version: Number(version),
      flags: Number(flags ?? IS_VISIBLE),
      place: Number(place ?? 0),
      counts: counts.map(Number),
    }
  })
}
