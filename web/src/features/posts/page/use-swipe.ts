import { useRef, type PointerEvent } from 'react'

const FAR_ENOUGH = 40

/** A finger drawn sideways: 1 to what comes next, -1 back. Up and down stay the page's own. */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, target, clientX, clientY }: PointerEvent) => {
      // A film's line is drawn sideways for its own reason.
      const takes = pointerType === 'touch' && !(target instanceof HTMLInputElement)
      start.current = takes ? { x: clientX, y: clientY } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (!from) return
      const [across, down] = [clientX - from.x, clientY - from.y]
      if (Math.abs(across) < FAR_ENOUGH || Math.abs(across) < 2 * Math.abs(down)) return
      onSwipe(across < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
