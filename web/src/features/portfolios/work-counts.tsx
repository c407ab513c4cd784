import '../../styles/works.css'
import { Bookmark, Eye, Heart } from 'lucide-react'
import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios.ts'
import { count } from '../../lib/format.ts'
import { loginHere } from '../../lib/paths.ts'
import { useLike, useSave } from './portfolio-toggles.ts'
import { texts } from './portfolio-texts.ts'

interface ToggleProps {
  work: PortfolioItem
  /** Visitors are sent to sign in. */
  isMember: boolean
  /** With its word, as in the dialog; otherwise the figure alone, as on a placard. */
  worded?: boolean
}

const toSignIn = () => {
  location.href = loginHere()
}

/** The figure, ticking up one line whenever it changes under the viewer's eyes. */
function Ticking({ value }: { value: number }) {
  const [first] = useState(value)
  const [changed, setChanged] = useState(false)
  if (!changed && value !== first) setChanged(true)
  return (
    <span className="tick">
      <span key={value} className={clsx('tnum', changed && 'tick-up')}>
        {count(value)}
      </span>
    </span>
  )
}

function Toggle({
  pressed,
  name,
  icon,
  value,
  word,
  alone,
  worded,
  onPress,
}: {
  pressed: boolean
  name: string
  icon: ReactNode
  value: number
  word: string
  /** Stands there instead of a nought. */
  alone: string
  worded: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      // The name holds what stands there, so that it can be spoken as it is seen.
      aria-label={value === 0 ? name : `${count(value)} ${word}, ${name}`}
      onClick={onPress}
      className={clsx(
        'toggle hit z-1 rounded-badge transition-colors duration-(--t-fast)',
        worded ? 'text-16' : 'text-14',
        pressed ? 'text-accent-text' : 'text-ink-3 hover:text-ink',
      )}
    >
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
    </button>
  )
}

export function LikeButton({ work, isMember, worded = false }: ToggleProps) {
  const like = useLike()
  return (
    <Toggle
      pressed={work.isLiked}
      name={texts.likes.like(work.title)}
      icon={<Heart size={worded ? 20 : 15} aria-hidden />}
      value={work.likeCount}
      word={texts.likes.likeWord(work.likeCount)}
      alone={texts.likes.likeAlone}
      worded={worded}
      onPress={() => (isMember ? like(work.id, work.isLiked, !work.isLiked) : toSignIn())}
    />
  )
}

export function SaveButton({ work, isMember, worded = false }: ToggleProps) {
  const save = useSave()
  return (
    <Toggle
      pressed={work.isSaved}
      name={texts.likes.save(work.title)}
      icon={<Bookmark size={worded ? 20 : 15} aria-hidden />}
      value={work.saveCount}
      word={texts.likes.saveWord(work.saveCount)}
      alone={texts.likes.saveAlone}
      worded={worded}
      onPress={() => (isMember ? save(work.id, work.isSaved, !work.isSaved) : toSignIn())}
    />
  )
}

export function Views({ value, worded = false }: { value: number; worded?: boolean }) {
  if (value === 0) return null
  return (
    <span className={clsx('toggle text-ink-3', worded ? 'text-16' : 'text-14')}>
      <Eye size={worded ? 20 : 15} aria-hidden />
      <span>
        <span className={clsx('tnum', worded && 'font-semibold text-ink')}>{count(value)}</span>{' '}
        <span className={worded ? undefined : 'sr-only'}>{texts.likes.viewWord(value)}</span>
      </span>
    </span>
  )
}
