import { Pause, Play } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { IconButton } from '../actions/icon-button.tsx'

/** Whether an animated picture moves, and the button for it: it starts by itself unless the viewer wants stillness. */
export function useMotionMark(isAnimated: boolean): {
  /** For `Picture`: undefined until somebody has decided. */
  moves: boolean | undefined
  isMoving: boolean
  mark: ReactNode
} {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [moves, setMoves] = useState<boolean>()
  const isMoving = isAnimated && (moves ?? !still)
  return {
    moves: isAnimated ? moves : undefined,
    isMoving,
    mark: isAnimated ? (
      <IconButton
        name={isMoving ? 'Stop the animation' : 'Play the animation'}
        onClick={() => setMoves(!isMoving)}
      >
        {isMoving ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </IconButton>
    ) : null,
  }
}
