import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

interface QueueStatesProps<S extends string> {
  label: string
  /** The first is the one that an address need not name. */
  states: readonly { value: S; label: string }[]
  state: S
}

/** Which part of a queue is shown: what waits, or what is over. Plain words, as the queues above have the wash. */
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
