/** Works up to this ratio take one of the phone's two columns, wider ones take both. */
const ONE_COLUMN_RATIO = 1.3
/** After this many wide works, a lone upright work is placed beside an empty column. */
const MAX_WAIT = 4

export interface Placed {
  picture: { width: number; height: number }
}

export const ratioOf = ({ width, height }: { width: number; height: number }) => width / height

/** Whether the work spans both columns of the phone's wall. */
export const isWide = (work: Placed) => ratioOf(work.picture) > ONE_COLUMN_RATIO

/**
 * Returns the works in the given order, except that works of one column come in pairs. So two columns have no gaps and
 * the reading order is the order of the document. While `more` works may follow, an upright work without a neighbour is
 * held back, so that works already shown never move when the next page arrives.
 */
export function pairUprights<W extends Placed>(works: readonly W[], more: boolean): W[] {
  const ordered: W[] = []
  let waiting: W | null = null
  let passed = 0
  for (const work of works) {
    if (isWide(work)) {
      if (waiting !== null && passed === MAX_WAIT) {
        ordered.push(waiting)
        waiting = null
      }
      ordered.push(work)
      if (waiting !== null) passed += 1
    } else if (waiting === null) {
      waiting = work
      passed = 0
    } else {
      ordered.push(waiting, work)
      waiting = null
    }
  }
  if (waiting !== null && !more) ordered.push(waiting)
  return ordered
}
