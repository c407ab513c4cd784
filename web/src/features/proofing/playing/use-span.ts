import { useEffect, useRef, useState } from 'react'
import type { Moment } from '../stage/stage.ts'

/** From which place to which; the end is null while only the beginning is set. */
export interface Span {
  from: number
  to: number | null
}

interface SpanOptions {
  moment: Moment
  onMoment: (moment: Moment) => void
  /** How a frame or a millisecond is kept with a mark, and back. */
  keptOf: (place: number) => number
  placeOf: (kept: number) => number
}

/**
 * What the viewer sets with `I` and `O`. After `O` the stage goes back to where the span begins, so that what is seen and
 * drawn on is where the comment will be. Moving on ends the span, but its beginning stays for another `O`.
 */
export function useSpan({ moment, onMoment, keptOf, placeOf }: SpanOptions) {
  const [begun, setBegun] = useState<number | null>(null)
  /** The end that is reported when the stage has gone back. */
  const ahead = useRef<number | null>(null)
  const reported = useRef<number | null>(null)
  const report = (next: Moment) => {
    reported.current = next.to
    onMoment(next)
  }
  useEffect(() => {
    // The room took it away, because it is in a comment now.
    if (moment.to !== null || reported.current === null) return
    reported.current = null
    setBegun(null)
  }, [moment.to])
  const { from, to } = moment
  const isSet = from !== null && to !== null
  const shown: Span | null = isSet
    ? { from: placeOf(from), to: placeOf(to) }
    : begun === null
      ? null
      : { from: begun, to: null }
  return {
    shown,
    stillAt: (place: number) => {
      const kept = keptOf(place)
      const end = ahead.current ?? (isSet && from === kept ? to : null)
      ahead.current = null
      report({ page: null, from: kept, to: end, isMoving: false })
    },
    moves: () => onMoment({ ...moment, page: null, isMoving: true }),
    drop: () => {
      ahead.current = null
    },
    begin: (place: number) => {
      setBegun(place)
      if (to !== null) report({ ...moment, to: null })
    },
    /** Where to go back to; null if nothing has begun before this place. */
    end: (place: number): number | null => {
      const start = begun ?? 0
      if (place <= start) return null
      setBegun(start)
      ahead.current = keptOf(place)
      return start
    },
    clear: () => {
      setBegun(null)
      if (to !== null) report({ ...moment, to: null })
    },
  }
}
