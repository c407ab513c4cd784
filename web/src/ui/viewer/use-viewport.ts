import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  type SetStateAction,
} from 'react'
import {
  clampViewport,
  fitZoom,
  panBy,
  settled,
  stepZoom,
  zoomTo,
  type Viewport,
  type Scene,
} from './zoom.ts'

interface Size {
  width: number
  height: number
}

/** Device pixels per CSS pixel; changes when a window moves to another screen or the page is zoomed. */
function useDensity(): number {
  const [density, setDensity] = useState(() => window.devicePixelRatio)
  useEffect(() => {
    const query = matchMedia(`(resolution: ${density}dppx)`)
    const update = () => setDensity(window.devicePixelRatio)
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [density])
  return density
}

function useSize(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

const ARROW_STEP = 80
const WHEEL_ZOOM = 0.004

/** `fit`: the whole picture, however large the stage gets. */
export type Wanted = Viewport | 'fit'

interface ViewportOptions {
  /** As of `Scene`. */
  isOnFoot?: boolean
  /** Kept by somebody else, so that several stages move together. Without it, each opens at 1:1. */
  held?: readonly [Wanted, Dispatch<SetStateAction<Wanted>>] | undefined
}

/** The part of the picture on the stage, and every way to move it. */
export function useViewport(
  image: Size,
  stageRef: RefObject<HTMLDivElement | null>,
  { isOnFoot = false, held }: ViewportOptions = {},
) {
  const stage = useSize(stageRef)
  const density = useDensity()
  const scene: Scene = { image, stage, density, isOnFoot }
  const own = useState<Wanted>({
    zoom: 1,
    x: image.width / 2,
    y: image.height / 2,
  })
  const [wanted, setWanted] = held ?? own
  const pointers = useRef(new Map<number, { x: number; y: number }>())

  const change = (next: (viewport: Viewport) => Wanted) =>
    setWanted((last) => next(settled(last, scene)))
  const fromCentre = (clientX: number, clientY: number) => {
    const box = stageRef.current?.getBoundingClientRect()
    return box
      ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
      : { x: 0, y: 0 }
  }

  // React's wheel listeners are passive, but a zooming picture must stop the page from zooming, too.
  const onWheel = (event: WheelEvent) => {
    const isZooming = event.ctrlKey || event.metaKey
    // The page may scroll where there is nothing to move.
    if (!isZooming && wanted === 'fit') return
    event.preventDefault()
    change((viewport) =>
      isZooming
        ? zoomTo(
            viewport,
            viewport.zoom * Math.exp(-event.deltaY * WHEEL_ZOOM),
            scene,
            fromCentre(event.clientX, event.clientY),
          )
        : panBy(viewport, { x: -event.deltaX, y: -event.deltaY }, scene),
    )
  }
  useEffect(() => {
    const element = stageRef.current
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })

  const move = (event: ReactPointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const here = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, here)
    if (!other) {
      change((viewport) => panBy(viewport, { x: here.x - before.x, y: here.y - before.y }, scene))
      return
    }
    const spread = (one: typeof here) => Math.hypot(one.x - other.x, one.y - other.y)
    const ratio = spread(before) === 0 ? 1 : spread(here) / spread(before)
    const middle = fromCentre((here.x + other.x) / 2, (here.y + other.y) / 2)
    const by = { x: (here.x - before.x) / 2, y: (here.y - before.y) / 2 }
    change((viewport) => zoomTo(panBy(viewport, by, scene), viewport.zoom * ratio, scene, middle))
  }
  const grab = (pointerId: number, at: { x: number; y: number }) =>
    pointers.current.set(pointerId, at)
  const lift = (event: ReactPointerEvent) => pointers.current.delete(event.pointerId)

  const zoomAt = (zoom: number, at?: { x: number; y: number }) =>
    change((viewport) => zoomTo(viewport, zoom, scene, at))

  return {
    scene,
    viewport: settled(wanted, scene),
    isFitted: wanted === 'fit',
    fit: () => setWanted('fit'),
    zoomAt,
    step: (direction: 1 | -1) =>
      change((viewport) => zoomTo(viewport, stepZoom(viewport.zoom, direction, scene), scene)),
    /** Centres this point of the picture, given as shares from 0 to 1. */
    show: (across: number, down: number) =>
      change((viewport) =>
        clampViewport({ ...viewport, x: across * image.width, y: down * image.height }, scene),
      ),
    /** Handles a key; returns whether it was one of the viewer's. */
    press: (key: string): boolean => {
      const by = {
        ArrowLeft: { x: ARROW_STEP, y: 0 },
        ArrowRight: { x: -ARROW_STEP, y: 0 },
        ArrowUp: { x: 0, y: ARROW_STEP },
        ArrowDown: { x: 0, y: -ARROW_STEP },
      }[key]
      if (by) change((viewport) => panBy(viewport, by, scene))
      else if (key === '0') setWanted('fit')
      else if (key === '1' || key === '2') zoomAt(Number(key))
      else if (key === '+' || key === '=')
        change((viewport) => zoomTo(viewport, stepZoom(viewport.zoom, 1, scene), scene))
      else if (key === '-')
        change((viewport) => zoomTo(viewport, stepZoom(viewport.zoom, -1, scene), scene))
      else return false
      return true
    },
    /** Takes over a pointer that was pressed for something else. */
    grab,
    handlers: {
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' && event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        grab(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: move,
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        change((viewport) =>
          viewport.zoom < 1 || fitZoom(scene) >= 1
            ? zoomTo(
                viewport,
                viewport.zoom < 1 ? 1 : 2,
                scene,
                fromCentre(event.clientX, event.clientY),
              )
            : 'fit',
        ),
    },
  }
}
