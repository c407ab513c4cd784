import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, type PointerEvent } from 'react'
import { movedBy } from './compare-rules.ts'
import { texts } from './compare-texts.ts'

interface CompareLineProps {
  /** The version left of it. */
  number: number
  /** From 0 to 100. */
  share: number
  /** Where 0 and 100 are, in pixels from the left of the box that the line is in. */
  left: number
  width: number
  onMove: (share: number) => void
}

/** The line between two versions. Its handle is a slider. */
export function CompareLine({ number, share, left, width, onMove }: CompareLineProps) {
  const line = useRef<HTMLDivElement>(null)
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = line.current?.parentElement?.getBoundingClientRect()
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const at = ((event.clientX - box.left - left) / width) * 100
    onMove(Math.round(Math.min(100, Math.max(0, at))))
  }
  return (
    <div
      ref={line}
      className="compare-line"
      style={{ left: left + (width * share) / 100 }}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={follow}
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label={texts.line}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={texts.lineAt(number, share)}
        className="compare-handle"
        onKeyDown={(event) => {
          const next = event.key === 'Home' ? 0 : event.key === 'End' ? 100 : movedBy(event, share)
          if (next === null) return
          event.preventDefault()
          onMove(next)
        }}
      >
        <ChevronLeft size={18} aria-hidden />
        <ChevronRight size={18} aria-hidden />
      </div>
    </div>
  )
}
