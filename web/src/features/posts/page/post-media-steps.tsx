import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { texts } from '../posts-texts.ts'

interface StepsProps {
  at: number
  all: number
  onStep: (by: 1 | -1) => void
}

/** The way from one file to the next. */
export function Steps({ at, all, onStep }: StepsProps) {
  return (
    <div className="post-media-steps relative flex items-center justify-center gap-3 min-h-14">
      {/* Both stay focusable at the ends, or the focus would be lost there. */}
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
