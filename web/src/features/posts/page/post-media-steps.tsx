import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, type PointerEvent } from 'react'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { texts } from '../posts-texts.ts'

interface StepsProps {
  at: number
  all: number
  onStep: (by: 1 | -1) => void
}

/** Buttons to the previous and next file. */
export function Steps({ at, all, onStep }: StepsProps) {
  return (
    <div className="post-media-steps relative flex items-center justify-center gap-3 min-h-14">
      {/* Both stay focusable at the ends, or they would lose the focus there. */}
      <IconButton
        name={texts.media.previous}
        aria-disabled={at === 0 || undefined}
        className="aria-disabled:[&>svg]:opacity-40"
        onClick={() => onStep(-1)}
      >
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <p role="status" className="tnum text-14 text-ink-2">
        {texts.media.position(at + 1, all)}
      </p>
      <IconButton
        name={texts.media.next}
        aria-disabled={at === all - 1 || undefined}
        className="aria-disabled:[&>svg]:opacity-40"
        onClick={() => onStep(1)}
      >
        <ChevronRight size={20} aria-hidden />
      </IconButton>
    </div>
  )
}

const FAR_ENOUGH = 40

/** Horizontal swipes: 1 for the next file, -1 for the previous. Vertical ones scroll the page. */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, target, clientX, clientY }: PointerEvent) => {
      // Dragging a video's progress bar is not a swipe.
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
