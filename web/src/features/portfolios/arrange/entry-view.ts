import type { Picture } from '@plinth/contract/media/media.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { WallEntry } from '@plinth/contract/portfolios/walls.ts'
import { fromPrice } from '../../../lib/format/format.ts'
import { frameOf } from '../wall/series-card.tsx'
import { wallTexts } from '../wall/wall-texts.ts'

/** Something that can be moved on the wall: an entry of it, or a work that is not on it yet. */
export interface ShownEntry {
  id: string
  title: string
  series: WallEntry['series']
  works: readonly PortfolioItem[]
  pin: number | null
  /** What is below its title. */
  line: string
  /** The size of its place. */
  picture: { width: number; height: number }
  /** What follows the pointer. */
  image: Picture | null
}

export function shownOf({ id, series, works, pin }: WallEntry): ShownEntry {
  const [first] = works
  const line =
    series === null
      ? fromPrice(first?.startingPrice ?? null)
      : wallTexts.figures(series.workCount, series.fromPrice)
  return {
    id,
    title: series?.title ?? first?.title ?? '',
    series,
    works,
    pin,
    line,
    picture: frameOf(works, series !== null),
    image: first?.picture ?? null,
  }
}

/** A work that is not on the wall. */
export const ofWork = (work: PortfolioItem): ShownEntry =>
  shownOf({ id: work.id, series: null, works: [work], pin: null, isArranged: true })
