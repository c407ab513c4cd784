import type { WelcomeWork } from '@plinth/contract/people/welcome.ts'
import { ratioOf } from '../../lib/media/wall.ts'

/** Works in a row of a wide window, give or take one. */
const WORKS_IN_ROW = 5
/** Rows with less width for the same height stay as high as this, so that few works don't fill the screen. */
const LEAST_RATIO = 4.2
/** The gap between two works, as a share of the wall's width. */
const GAP = 20 / 864

type Shaped = Pick<WelcomeWork, 'picture'>

const totalRatio = (works: readonly Shaped[]): number =>
  works.reduce((sum, { picture }) => sum + ratioOf(picture), 0)

/** The height of a row that is as wide as the wall, as a share of that width. */
const heightOf = (row: readonly Shaped[]): number => (1 - GAP * (row.length - 1)) / totalRatio(row)

/** The works in their order, in rows that are about equally high when each is as wide as the wall. */
export function rowsOf<W extends Shaped>(works: readonly W[]): W[][] {
  const count = Math.max(1, Math.round(works.length / WORKS_IN_ROW))
  const mean = (1 - GAP * (WORKS_IN_ROW - 1)) / (totalRatio(works) / count)
  return divide(works, count, mean).rows
}

interface Division<W> {
  rows: W[][]
  /** How far the rows' heights are from the mean, squared. */
  cost: number
}

function divide<W extends Shaped>(works: readonly W[], count: number, mean: number): Division<W> {
  const whole = { rows: [[...works]], cost: (heightOf(works) - mean) ** 2 }
  if (count === 1) return whole
  let best: Division<W> | null = null
  for (let length = 1; length <= works.length - count + 1; length += 1) {
    const row = works.slice(0, length)
    const rest = divide(works.slice(length), count - 1, mean)
    const cost = (heightOf(row) - mean) ** 2 + rest.cost
    if (best === null || cost < best.cost) best = { rows: [row, ...rest.rows], cost }
  }
  return best ?? whole
}

/** What share of the row's pictures is this one's. */
export const shareOf = (work: Shaped, row: readonly Shaped[]): number =>
  ratioOf(work.picture) / Math.max(totalRatio(row), LEAST_RATIO)

/** A maker with the first of their works that was picked. */
export interface PickedMaker {
  maker: WelcomeWork['creator']
  picture: WelcomeWork['picture']
}

/** The makers of the picks, in the order of picking. */
export function makersOf(picks: readonly WelcomeWork[]): PickedMaker[] {
  const makers = new Map<string, PickedMaker>()
  for (const { creator, picture } of picks) {
    if (!makers.has(creator.id)) makers.set(creator.id, { maker: creator, picture })
  }
  return [...makers.values()]
}

/** `Ceramics, Bergen`, as far as it is known. */
export const cityOf = ({ location }: { location: string | null }): string =>
  location?.split(',')[0]?.trim() ?? ''

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isWork = (value: unknown): value is WelcomeWork =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['title'] === 'string' &&
  isRecord(value['picture']) &&
  Array.isArray(value['picture']['renditions']) &&
  isRecord(value['creator']) &&
  typeof value['creator']['id'] === 'string'

/** What somebody has picked and whom they have followed on the screen so far. */
export interface Picks {
  works: WelcomeWork[]
  /** By the maker's id, where it has changed since the works were read. */
  follows: Record<string, boolean>
}

/** Picks as the browser stored them; null if an older version wrote them. */
export function readPicks({ works, follows }: Readonly<Record<string, unknown>>): Picks | null {
  if (!Array.isArray(works) || !works.every(isWork) || !isRecord(follows)) return null
  return { works, follows: follows as Picks['follows'] }
}
