import './alt-badge.css'
import { clsx } from 'clsx'

interface AltBadgeProps {
  open: boolean
  onToggle: () => void
  /** Id of the element that holds the text. */
  controls?: string
  className?: string
}

/** Shows the alternative text to people who can see the picture. It sits beside a picture, never on it. */
export const AltBadge = ({ open, onToggle, controls, className }: AltBadgeProps) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={open ? controls : undefined}
    aria-label="ALT: Show the alternative text"
    className={clsx('alt-badge', className)}
    onClick={onToggle}
  >
    <span>ALT</span>
  </button>
)
