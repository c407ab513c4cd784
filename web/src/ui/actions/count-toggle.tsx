import '../works.css'
import { Eye } from 'lucide-react'
import { clsx } from 'clsx'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { count } from '../../lib/format/format.ts'

/** A figure that ticks up when it changes on screen. */
function Ticking({ value }: { value: number }) {
  const [first] = useState(value)
  const [changed, setChanged] = useState(false)
  if (!changed && value !== first) setChanged(true)
  return (
    <span className="inline-flex overflow-clip align-top">
      <span key={value} className={clsx('tnum', changed && 'tick-up')}>
        {count(value)}
      </span>
    </span>
  )
}

interface CountToggleProps {
  pressed: boolean
  name: string
  icon: ReactNode
  value: number
  word: string
  /** Shown instead of 0. */
  alone: string
  /** Shows the word after the figure, as in dialogs. */
  worded: boolean
  onPress: (button: HTMLElement) => void
  /** For visitors: a link to sign-in takes the button's place. */
  signIn?: ComponentProps<'a'> | null
}

/** A like or a save with its count. */
export function CountToggle({
  pressed,
  name,
  icon,
  value,
  word,
  alone,
  worded,
  onPress,
  signIn = null,
}: CountToggleProps) {
  const shared = {
    // The name contains the visible text, so that voice control finds the button.
    'aria-label': value === 0 ? name : `${count(value)} ${word}, ${name}`,
    className: clsx(
      'toggle hit z-1 rounded-badge transition-colors duration-(--t-fast)',
      worded ? 'text-16' : 'text-14',
      pressed ? 'text-accent-text' : 'text-ink-3 hover:text-ink',
    ),
  }
  const content = (
    <>
      {icon}
      {value === 0 ? (
        worded && <span className="text-ink-3">{alone}</span>
      ) : worded ? (
        <span className="text-ink-3">
          <strong className="font-semibold text-ink">
            <Ticking value={value} />
          </strong>{' '}
          {word}
        </span>
      ) : (
        <Ticking value={value} />
      )}
    </>
  )
  if (signIn !== null) {
    return (
      <a {...signIn} {...shared}>
        {content}
      </a>
    )
  }
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={({ currentTarget }) => onPress(currentTarget)}
      {...shared}
    >
      {content}
    </button>
  )
}

interface CountedProps {
  icon: ReactNode
  value: number
  word: string
  worded?: boolean
}

/** A count that is not a button. Hidden at 0. */
export function Counted({ icon, value, word, worded = false }: CountedProps) {
  if (value === 0) return null
  return (
    <span className={clsx('toggle text-ink-3', worded ? 'text-16' : 'text-14')}>
      {icon}
      <span>
        <span className={clsx('tnum', worded && 'font-semibold text-ink')}>{count(value)}</span>{' '}
        <span className={worded ? undefined : 'sr-only'}>{word}</span>
      </span>
    </span>
  )
}

/** The number of views. */
export const Views = ({ value, worded = false }: { value: number; worded?: boolean }) => (
  <Counted
    icon={<Eye size={worded ? 20 : 15} aria-hidden />}
    value={value}
    word={value === 1 ? 'view' : 'views'}
    worded={worded}
  />
)
