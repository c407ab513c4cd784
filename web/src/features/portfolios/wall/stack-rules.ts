import { ratioOf } from '../../../lib/media/wall.ts'

/** The works beside the cover are this much lower. */
const SIDE = 0.79
/** Between two works of a stack, as a share of its height. */
const GAP = 0.045

interface Framed {
  id: string
  picture: { width: number; height: number }
}

export interface Stacked<W> {
  work: W
  /** Its share of the height of the stack. */
  height: number
  /** Its share of the width of the stack. */
  width: number
}

/** Up to three works side by side, the first of them in the middle and higher than the others. */
export function stackOf<W extends Framed>(
  works: readonly W[],
): { ratio: number; stacked: Stacked<W>[] } {
  const [cover, second, third] = works
  const row = [second, cover, third].filter((work) => work !== undefined)
  const sized = row.map((work) => ({ work, height: work === cover ? 1 : SIDE }))
  const widths = sized.map(({ work, height }) => ratioOf(work.picture) * height)
  const ratio = widths.reduce((sum, width) => sum + width, GAP * Math.max(0, row.length - 1))
  return {
    ratio: row.length === 0 ? 1 : ratio,
    stacked: sized.map((one, at) => ({ ...one, width: (widths[at] ?? 0) / ratio })),
  }
}
