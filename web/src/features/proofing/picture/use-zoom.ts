import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type Dispatch,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
} from 'react'
import { isTyping } from '../../../lib/browser/keys.ts'
import { isSilent } from '../../../lib/browser/letters.ts'
import { useViewport, type Wanted } from '../../../ui/viewer/use-viewport.ts'

interface ZoomOptions {
  /** The part of the picture that is wanted, if several stages move together. */
  held?: readonly [Wanted, Dispatch<SetStateAction<Wanted>>]
  /** Which keys zoom without the stage having the focus. */
  keys?: readonly string[]
  isOnFoot?: boolean
}

const ALL_KEYS = ['0', '1', '2', '+', '=', '-'] as const
/** What somebody draws on. */
const DRAWN_ON = '.proof-draw'
const PRESSED = 'button, a, input'

interface Finger {
  id: number
  x: number
  y: number
  surface: Element
}

/**
 * A picture on a stage, and every way to zoom and to move it. What is drawn or pressed on the layer over it stays the
 * layer's: while Space is held, and with a second finger, the picture moves instead.
 */
export function useZoom(
  size: { width: number; height: number },
  stage: RefObject<HTMLDivElement | null>,
  { held, keys = ALL_KEYS, isOnFoot = true }: ZoomOptions = {},
) {
  const [isMoving, setMoving] = useState(false)
  const opened = useState<Wanted>('fit')
  const view = useViewport(size, stage, { isOnFoot, held: held ?? opened })
  const drawing = useRef<Finger | null>(null)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isSilent(event.key)) return
    const isHere = event.target instanceof Node && stage.current?.contains(event.target) === true
    const isButton =
      event.target instanceof Element &&
      event.target.closest(`:is(button, a, [role]):not(${DRAWN_ON}, .zoom-stage)`) !== null
    if (event.key === ' ' && held === undefined && !view.isFitted && !isButton) {
      setMoving(true)
      event.preventDefault()
    } else if (keys.includes(event.key) || (isHere && event.key.startsWith('Arrow'))) {
      if (view.press(event.key)) event.preventDefault()
    }
  })
  const onKeyUp = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === ' ') setMoving(false)
  })
  useEffect(() => {
    const leave = () => setMoving(false)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('keyup', onKeyUp)
    addEventListener('blur', leave)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('keyup', onKeyUp)
      removeEventListener('blur', leave)
    }
  }, [])

  const { handlers } = view
  const down = (event: PointerEvent<HTMLElement>) => {
    const pressed = event.target instanceof Element ? event.target.closest(PRESSED) : null
    if (pressed === null || isMoving) return handlers.onPointerDown(event)
    if (event.pointerType !== 'touch') return
    const first = drawing.current
    const here = { x: event.clientX, y: event.clientY }
    if (first === null || first.id === event.pointerId) {
      drawing.current = { id: event.pointerId, surface: pressed, ...here }
      return
    }
    // A second finger ends what the first has begun to draw.
    first.surface.dispatchEvent(
      new PointerEvent('pointercancel', { bubbles: true, pointerId: first.id }),
    )
    view.grab(first.id, { x: first.x, y: first.y })
    view.grab(event.pointerId, here)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const first = drawing.current
    if (first !== null && first.id === event.pointerId) {
      drawing.current = { ...first, x: event.clientX, y: event.clientY }
    }
    handlers.onPointerMove(event)
  }
  const lift = (event: PointerEvent<HTMLElement>) => {
    // Our own only tells the layer.
    if (!event.nativeEvent.isTrusted) return
    if (drawing.current?.id === event.pointerId) drawing.current = null
    handlers.onPointerUp(event)
  }
  return {
    ...view,
    isMoving,
    handlers: {
      ...handlers,
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: (event: { clientX: number; clientY: number; target: EventTarget }) => {
        const isPressed = event.target instanceof Element && event.target.closest(PRESSED) !== null
        if (!isPressed || isMoving) handlers.onDoubleClick(event)
      },
    },
  }
}

export type Zoom = ReturnType<typeof useZoom>
