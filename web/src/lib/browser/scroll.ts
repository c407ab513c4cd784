/** How long lists may take to grow until the place is there. */
const PATIENCE_MS = 3_000

/** Scrolls to this place as soon as the page is long enough, unless the person scrolls first. Returns how to stop. */
export function scrollBackTo(top: number): () => void {
  if (top === 0) return () => undefined
  const started = performance.now()
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of EVENTS) removeEventListener(event, stop)
  }
  const look = () => {
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= top
    if (isLongEnough || performance.now() - started > PATIENCE_MS) {
      scrollTo({ top, behavior: 'instant' })
      stop()
    } else frame = requestAnimationFrame(look)
  }
  for (const event of EVENTS) addEventListener(event, stop, { passive: true })
  frame = requestAnimationFrame(look)
  return stop
}

const EVENTS = ['wheel', 'touchmove', 'keydown'] as const
