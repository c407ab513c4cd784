/** Works up to this ratio take one of the phone's two columns, wider ones take both. */
const ONE_COLUMN_RATIO = 1.3
/** A lone upright work lets this many wide ones pass before it hangs beside an empty place. */
const PATIENCE = 4

export interface Placed {
  picture: { width: number; height: number }
}

export const ratioOf = ({ width, height }: { width: number; height: number }) => width / height

/** Spans both columns of the phone's wall. */
export const isWide = (work: Placed) => ratioOf(work.picture) > ONE_COLUMN_RATIO

/**
 * The order of the wall: the given one, but that works of one column come in pairs, so that two
 * columns close without holes and the reading order stays the order of the document. While `more`
 * works may follow, an upright work without a neighbour waits for them, so that what already hangs
 * never moves when the next page arrives.
 */
export function pairUprights<W extends Placed>(works: readonly W[], more: boolean): W[] {
  const hung: W[] = []
  let waiting: W | null = null
  let passed = 0
  for (const work of works) {
    if (isWide(work)) {
      if (waiting !== null && passed === PATIENCE) {
        hung.push(waiting)
        waiting = null
      }
      hung.push(work)
      if (waiting !== null) passed += 1
    } else if (waiting === null) {
      waiting = work
      passed = 0
    } else {
      hung.push(waiting, work)
      waiting = null
    }
  }
  if (waiting !== null && !more) hung.push(waiting)
  return hung
}
