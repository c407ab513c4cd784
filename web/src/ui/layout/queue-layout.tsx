import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { clsx } from 'clsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'

/** A list on the left and the open item beside it. On narrow windows one at a time. */
export function QueueLayout({
  item,
  all,
  list,
  children,
}: {
  /** Id of the open item. */
  item: string | undefined
  /** Label of the link back to the list on narrow windows: `All reports`. */
  all: string
  list: ReactNode
  children: ReactNode
}) {
  const [seen, setSeen] = useState({ item, isMoved: false })
  if (seen.item !== item) setSeen({ item, isMoved: true })
  const beside = useRef<HTMLDivElement>(null)
  const listed = useRef<HTMLDivElement>(null)
  // Opening or closing an item moves the focus there. On the first load the focus stays at the top of the page.
  useEffect(() => {
    if (!seen.isMoved) return
    const place = seen.item === undefined ? listed : beside
    place.current?.focus({ preventScroll: true })
  }, [seen])
  const isOpen = item !== undefined
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-14 desktop:grid-cols-[minmax(0,1fr)_minmax(0,494px)]">
      <div
        ref={listed}
        tabIndex={-1}
        className={clsx('outline-none', isOpen && 'max-desktop:hidden')}
      >
        {list}
      </div>
      <div
        ref={beside}
        tabIndex={-1}
        className={clsx('min-w-0 outline-none', !isOpen && 'max-desktop:hidden')}
      >
        {isOpen ? (
          <Link
            to="."
            search={({ item: _item, ...rest }: { item?: string }) => rest}
            resetScroll={false}
            className="mb-3 inline-flex h-11 items-center gap-2 text-14 font-semibold text-ink-2 hover:text-ink desktop:hidden"
          >
            <ArrowLeft size={18} aria-hidden />
            {all}
          </Link>
        ) : null}
        {children}
      </div>
    </div>
  )
}

/** The hint beside the list while nothing is open. */
export const QueueHint = ({ children }: { children: ReactNode }) => (
  <p className="grid h-60 place-items-center bg-wall-deep px-6 text-center text-14 text-ink-3">
    {children}
  </p>
)

/** One item of the list. */
export const QueueRow = ({
  choice,
  id,
  isOpen,
  thumb,
  title,
  badge,
  line,
  aside,
}: {
  /** A checkbox before it, where several can be decided together. */
  choice?: ReactNode
  id: string
  isOpen: boolean
  thumb: ReactNode
  title: ReactNode
  badge?: ReactNode
  line: ReactNode
  /** Shown on the right: since when, or until when. */
  aside: ReactNode
}) => (
  <li className="flex items-center border-b border-line">
    {choice}
    <Link
      to="."
      search={(before: object) => ({ ...before, item: id })}
      resetScroll={false}
      aria-current={isOpen || undefined}
      activeProps={{}}
      className={clsx(
        'flex min-h-22 min-w-0 flex-1 items-center gap-4 border-l-3 py-3 pr-3 tablet:gap-6',
        isOpen ? 'border-accent bg-surface-1' : 'border-transparent hover:bg-surface-1',
      )}
    >
      <span className="grid w-14 shrink-0 place-items-center tablet:w-22" aria-hidden>
        {thumb}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-16 font-semibold break-words text-ink">{title}</span>
          {badge}
        </span>
        <span className="mt-0.5 line-clamp-1 text-14 text-ink-3">{line}</span>
      </span>
      <span className="tnum shrink-0 text-14 text-ink-3">{aside}</span>
    </Link>
  </li>
)

interface QueueStatesProps<S extends string> {
  label: string
  /** The first is the default, which the address leaves out. */
  states: readonly { value: S; label: string }[]
  state: S
}

/** Chooses which part of a queue is shown. Plain text, because the queues above are already highlighted. */
export const QueueStates = <S extends string>({ label, states, state }: QueueStatesProps<S>) => (
  <nav aria-label={label} className="no-scrollbar mb-1 -ml-3 flex overflow-x-auto">
    {states.map(({ value, label: words }, place) => (
      <Link
        key={value}
        to="."
        search={({ item: _item, state: _state, ...rest }: { item?: string; state?: string }) =>
          place === 0 ? rest : { ...rest, state: value }
        }
        aria-current={value === state || undefined}
        activeProps={{}}
        resetScroll={false}
        className={clsx(
          'inline-flex h-11 shrink-0 items-center px-3 text-14 whitespace-nowrap',
          value === state ? 'font-semibold text-ink' : 'text-ink-3 hover:text-ink',
        )}
      >
        {words}
      </Link>
    ))}
  </nav>
)
