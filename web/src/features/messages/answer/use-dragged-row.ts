import { useEffect, useEffectEvent, useState, type PointerEvent, type RefObject } from 'react'

/** Moves a row of a list as its handle is dragged over its neighbours. */
export function useDraggedRow(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
) {
  const [at, setAt] = useState<number | null>(null)
  const drag = useEffectEvent((y: number) => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    if (at === null) return
    const to = placeOf(rows, at, y)
    if (to === at) return
    move(at, to)
    setAt(to)
  })
  const isDragging = at !== null
  useEffect(() => {
    if (!isDragging) return undefined
    const stop = new AbortController()
    const { signal } = stop
    // On the window, because a moved row loses the pointer.
    addEventListener('pointermove', ({ clientY }) => drag(clientY), { signal })
    for (const end of ['pointerup', 'pointercancel', 'blur'] as const)
      addEventListener(end, () => setAt(null), { signal })
    return () => stop.abort()
  }, [isDragging])
  return {
    /** The row that is being dragged. */
    at,
    take: (event: PointerEvent, row: number) => {
      if (event.button !== 0) return
      // Dragging must not select text.
      event.preventDefault()
      setAt(row)
    },
  }
}

/** The new position of the row at `at` for a pointer at `y`: past each neighbour whose middle it has crossed. */
function placeOf(rows: readonly DOMRect[], at: number, y: number): number {
  const isPast = (row: DOMRect | undefined, sign: 1 | -1) =>
    row !== undefined && (y - (row.top + row.height / 2)) * sign > 0
  let to = at
  while (isPast(rows[to + 1], 1)) to++
  if (to > at) return to
  while (isPast(rows[to - 1], -1)) to--
  return to
}
