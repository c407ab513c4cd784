import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { behindAt, movedBehind } from './arrange-rules.ts'

interface Arranged {
  id: string
  title: string
}

type PlaceWords = (title: string, place: number, all: number) => string

interface ArrangeOptions<T> {
  /** Puts something behind another; the front is null. */
  move: (id: string, after: string | null) => void
  texts: {
    handle: PlaceWords
    picked: PlaceWords
    moved: PlaceWords
    dropped: PlaceWords
    putBack: (title: string) => string
  }
  /** Each takes a row of its own. */
  isColumn?: boolean
  /** What scrolls while something is dragged near its edges; the window if it is left out. */
  scroller?: RefObject<HTMLElement | null>
  /** Something was dropped on an element with `data-zone`, outside of the list. */
  onZone?: (one: T, zone: string) => void
}

/** What is picked up by keyboard, what it was behind, and what it is behind on screen. */
interface Picked {
  id: string
  home: string | null
  after: string | null
}

interface Drag<T> {
  one: T
  /** Where the pointer was when it began. */
  from: { x: number; y: number }
  /** Where it would be put down. */
  drop: { id: string; side: 'before' | 'after' } | null
  /** The zone outside of the list that it is over. */
  zone: string | null
}

/** A pointer that moves less than this has only pressed. */
const THRESHOLD = 6
/** Near the window's edges a drag scrolls the page. */
const EDGE = 90
const SCROLL = 12

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Moves things by dragging and by keyboard. Each move is made once, when the thing is put down. */
export function useArrange<T extends Arranged>(
  items: readonly T[],
  { move, texts, isColumn = false, scroller, onZone }: ArrangeOptions<T>,
) {
  const [picked, setPicked] = useState<Picked | null>(null)
  const [drag, setDrag] = useState<Drag<T> | null>(null)
  const [said, setSaid] = useState('')
  const pointer = useRef({ x: 0, y: 0, startX: 0, startY: 0, isDown: false })
  const shown = picked === null ? items : movedBehind(items, picked.id, picked.after)
  const placeOf = (id: string) => shown.findIndex((one) => one.id === id)
  const isDragging = drag !== null

  const dragOver = (one: T) => {
    const { x, y } = pointer.current
    const found = dropAt(x, y, { ownId: one.id, isColumn })
    const drop = shown.some(({ id }) => id === found?.id) ? found : null
    const zone = drop === null && onZone !== undefined ? zoneAt(x, y) : null
    if (
      drag === null ||
      drop?.id !== drag.drop?.id ||
      drop?.side !== drag.drop?.side ||
      zone !== drag.zone
    )
      setDrag({ one, drop, zone, from: drag?.from ?? { x, y } })
  }
  const scrollAtEdge = useEffectEvent(() => {
    const { y } = pointer.current
    const area = scroller?.current
    const { top, bottom } = area?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
    const by = y < top + EDGE ? -SCROLL : y > bottom - EDGE ? SCROLL : 0
    if (by === 0 || drag === null) return
    ;(area ?? window).scrollBy(0, by)
    dragOver(drag.one)
  })
  useEffect(() => {
    if (!isDragging) return undefined
    let frame = 0
    const scroll = () => {
      scrollAtEdge()
      frame = requestAnimationFrame(scroll)
    }
    frame = requestAnimationFrame(scroll)
    return () => cancelAnimationFrame(frame)
  }, [isDragging])

  const to = (one: T, place: number) => {
    const at = Math.max(0, Math.min(place, shown.length - 1))
    setPicked((last) => last && { ...last, after: behindAt(shown, one.id, at) })
    setSaid(texts.moved(one.title, at + 1, shown.length))
  }
  const pickUp = (one: T) => {
    const place = placeOf(one.id)
    const home = behindAt(shown, one.id, place)
    setPicked({ id: one.id, home, after: home })
    setSaid(texts.picked(one.title, place + 1, shown.length))
  }
  const putDown = (one: T, { home, after }: Picked) => {
    const place = placeOf(one.id)
    setPicked(null)
    if (after !== home) move(one.id, after)
    setSaid(texts.dropped(one.title, place + 1, shown.length))
  }
  const toggle = (one: T) => {
    if (picked?.id === one.id) putDown(one, picked)
    else if (picked === null) pickUp(one)
  }
  const onKey = (one: T, event: KeyboardEvent) => {
    const { key } = event
    if (key === ' ' || key === 'Enter') {
      event.preventDefault()
      if (!event.repeat) toggle(one)
      return
    }
    if (picked?.id !== one.id) return
    const step = STEPS[key]
    if (step === undefined && key !== 'Home' && key !== 'End' && key !== 'Escape') return
    event.preventDefault()
    if (key === 'Escape') {
      setPicked(null)
      setSaid(texts.putBack(one.title))
    } else if (key === 'Home') to(one, 0)
    else if (key === 'End') to(one, shown.length - 1)
    else to(one, placeOf(one.id) + (step ?? 0))
  }

  const end = () => {
    pointer.current.isDown = false
    setDrag(null)
  }
  const dragProps = (one: T) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || picked !== null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { clientX: x, clientY: y } = event
      pointer.current = { x, y, startX: x, startY: y, isDown: true }
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const at = pointer.current
      if (!at.isDown) return
      at.x = x
      at.y = y
      if (drag === null && Math.hypot(x - at.startX, y - at.startY) < THRESHOLD) return
      dragOver(one)
    },
    onPointerUp: () => {
      const { drop = null, zone = null } = drag ?? {}
      end()
      if (zone !== null) onZone?.(one, zone)
      if (drop === null) return
      const others = shown.filter(({ id }) => id !== one.id)
      const over = others.findIndex(({ id }) => id === drop.id)
      const after = drop.side === 'after' ? drop.id : (others[over - 1]?.id ?? null)
      const isIn = placeOf(one.id) !== -1
      if (isIn && after === behindAt(shown, one.id, placeOf(one.id))) return
      move(one.id, after)
      const place = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
      setSaid(texts.dropped(one.title, place + 1, isIn ? shown.length : shown.length + 1))
    },
    onPointerCancel: end,
  })

  return {
    /** Everything in the order on screen. */
    shown,
    said,
    drag,
    /** Puts down what is picked up. */
    finish: () => {
      const one = shown.find(({ id }) => id === picked?.id)
      if (picked !== null && one !== undefined) putDown(one, picked)
    },
    itemProps: (one: T) => ({
      'data-arranging': '',
      'data-picked': picked?.id === one.id ? '' : undefined,
      'data-dragged': drag?.one.id === one.id ? '' : undefined,
      'data-drop': drag?.drop?.id === one.id ? drag.drop.side : undefined,
    }),
    dragProps,
    handleProps: (one: T) => ({
      'aria-pressed': picked?.id === one.id,
      'aria-label': texts.handle(one.title, placeOf(one.id) + 1, shown.length),
      onKeyDown: (event: KeyboardEvent) => onKey(one, event),
      // Screen readers press without a pointer and without a key.
      onClick: ({ detail }: { detail: number }) => {
        if (detail === 0) toggle(one)
      },
    }),
  }
}

export type Arranging<T extends Arranged> = ReturnType<typeof useArrange<T>>

const zoneAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-zone]')?.getAttribute('data-zone') ??
  null

/** The item under the pointer, and which of its sides is nearer. Items that take a row have an upper and a lower one. */
function dropAt(
  x: number,
  y: number,
  { ownId, isColumn }: { ownId: string; isColumn: boolean },
): Drag<unknown>['drop'] {
  const item = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('[data-item]'))
    .find((found) => found !== null)
  const id = item?.dataset['item']
  if (!item || id === undefined || id === ownId) return null
  const { left, top, width, height, right } = item.getBoundingClientRect()
  const isRow = isColumn || (left < 40 && right > innerWidth - 40)
  const isBefore = isRow ? y < top + height / 2 : x < left + width / 2
  return { id, side: isBefore ? 'before' : 'after' }
}
