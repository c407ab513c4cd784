/** Widths and heights of the picture that this follows, at the full measure of 1344. */
const MEASURE = 1344
const GAP = 24
/** How far a plinth stands out beside the work on it. Wide works cover their plinth. */
const INSET = 14
const WIDE = 1.2
const WIDTHS = [170, 340] as const
const PHONE_WIDTHS = [140, 250] as const
/** Fewer or slimmer works grow at most by this, so that the tallest stays under the page's head. */
const MAX_GROWTH = 1.12

/** Five plinths rising from left to right, and how high the work on each stands. */
const SLOTS = [
  { work: 209, base: 84, phoneWork: 190, phoneBase: 96 },
  { work: 208, base: 132, phoneWork: 190, phoneBase: 110 },
  { work: 217, base: 196, phoneWork: 200, phoneBase: 130 },
  { work: 368, base: 236, phoneWork: 235, phoneBase: 150 },
  { work: 274, base: 372, phoneWork: 173, phoneBase: 232 },
] as const

export interface PlinthPlace {
  /** Column width in hundredths of the skyline's own width. */
  width: number
  /** Plinth height in the same unit. */
  base: number
  phoneWidth: number
  phoneBase: number
  inset: number
  /** The low plinths have room for title and maker only. */
  brief: boolean
}

function columnWidth(
  height: number,
  ratio: number,
  [least, most]: readonly [number, number],
): number {
  const inset = ratio > WIDE ? 0 : INSET
  return Math.min(Math.max(height * ratio + 2 * inset, least), most)
}

/** Places works of the given ratios (width ÷ height), lowest first, on the highest plinths there are. */
export function skylineLayout(ratios: readonly number[]): PlinthPlace[] {
  const works = ratios.slice(0, SLOTS.length)
  const slots = SLOTS.slice(SLOTS.length - works.length)
  const widths = slots.map((slot, index) => columnWidth(slot.work, works[index] ?? 1, WIDTHS))
  const room = MEASURE - GAP * (SLOTS.length - 1)
  const taken = widths.reduce((sum, width) => sum + width, 0)
  const growth = Math.min(room / taken, MAX_GROWTH)
  return slots.map((slot, index) => {
    const ratio = works[index] ?? 1
    return {
      width: (((widths[index] ?? 0) * growth) / MEASURE) * 100,
      base: (slot.base / MEASURE) * 100,
      phoneWidth: Math.round(columnWidth(slot.phoneWork, ratio, PHONE_WIDTHS)),
      phoneBase: slot.phoneBase,
      inset: ratio > WIDE ? 0 : INSET,
      brief: slot.base < 100,
    }
  })
}
