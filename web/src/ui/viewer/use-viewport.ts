import {
  useEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react'
import {
  clampViewport,
  fitViewport,
  fitZoom,
  panBy,
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

/** The part of the picture on the stage, and every way to move it. Opens at 1:1. */
export function useViewport(image: Size, stageRef: RefObject<HTMLDivElement | null>) {
  const stage = useSize(stageRef)
  const density = useDensity()
  const scene: Scene = { image, stage, density }
  const [wanted, setWanted] = useState<Viewport | 'fit'>({
    zoom: 1,
    x: image.width / 2,
    y: image.height / 2,
  })
  const pointers = useRef(new Map<number, { x: number; y: number }>())

  const settle = (viewport: Viewport | 'fit') =>
    viewport === 'fit' ? fitViewport(scene) : clampViewport(viewport, scene)
  const change = (next: (viewport: Viewport) => Viewport | 'fit') =>
    setWanted((last) => next(settle(last)))
  const fromCentre = (clientX: number, clientY: number) => {
    const box = stageRef.current?.getBoundingClientRect()
    return box
      ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
      : { x: 0, y: 0 }
  }

  // React's wheel listeners are passive, but a zooming picture must stop the page from zooming, too.
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    change((viewport) =>
      event.ctrlKey || event.metaKey
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
  const lift = (event: ReactPointerEvent) => pointers.current.delete(event.pointerId)

  const zoomAt = (zoom: number, at?: { x: number; y: number }) =>
    change((viewport) => zoomTo(viewport, zoom, scene, at))

  return {
    scene,
    viewport: settle(wanted),
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
    handlers: {
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' && event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
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
