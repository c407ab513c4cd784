import { Pause, Play } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { IconButton } from '../actions/icon-button.tsx'

/** Whether an animated picture moves, and the button to change it. It plays unless the viewer prefers reduced motion. */
export function useMotionButton(isAnimated: boolean): {
  /** For `Picture`: undefined until the viewer decides. */
  moves: boolean | undefined
  isMoving: boolean
  button: ReactNode
} {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [moves, setMoves] = useState<boolean>()
  const isMoving = isAnimated && (moves ?? !still)
  return {
    moves: isAnimated ? moves : undefined,
    isMoving,
    button: isAnimated ? (
      <IconButton
        name={isMoving ? 'Stop the animation' : 'Play the animation'}
        onClick={() => setMoves(!isMoving)}
      >
        {isMoving ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </IconButton>
    ) : null,
  }
}
