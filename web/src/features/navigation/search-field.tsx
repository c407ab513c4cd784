import { useLocation, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { openPalette } from '../../lib/browser/palette-state.ts'
import { SEARCH_PATH } from '../../lib/routing/paths.ts'
import { texts } from './visitor-texts.ts'

/** Lucide's shape, copied here: the landing page loads none of its components. */
export const SearchIcon = ({ size = 20 }: { size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="flex-none"
    aria-hidden
  >
    <path d="m21 21-4.34-4.34M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16z" />
  </svg>
)

const isApple = typeof navigator !== 'undefined' && /Mac|iP/.test(navigator.platform)

/** The search in the bar. A form, so that it works before any script has loaded. */
export function SearchField({
  placeholder = texts.search.label,
  className,
}: {
  placeholder?: string
  className?: string
}) {
  const router = useRouter()
  const q = useLocation({
    select: ({ pathname, search }) => (pathname === SEARCH_PATH ? (search.q ?? '') : ''),
  })
  return (
    <form
      role="search"
      aria-label={texts.search.site}
      action={SEARCH_PATH}
      method="get"
      className={clsx(
        'flex h-11 min-w-0 items-center gap-2.5 rounded-control border border-line-strong bg-surface-1 pr-3 pl-4 text-ink-3 focus-within:border-focus',
        className,
      )}
      onSubmit={(event) => {
        event.preventDefault()
        const words = new FormData(event.currentTarget).get('q')
        void router.navigate({
          to: SEARCH_PATH,
          search: { q: typeof words === 'string' ? words.trim() : '' },
        })
      }}
    >
      <SearchIcon size={18} />
      <input
        // Filled anew when the address names another search.
        key={q}
        name="q"
        type="search"
        defaultValue={q}
        aria-label={texts.search.label}
        placeholder={placeholder}
        enterKeyHint="search"
        onClick={() => openPalette(q)}
        onInput={({ currentTarget }) => openPalette(currentTarget.value, true)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') openPalette(q)
        }}
        className="min-w-0 flex-1 bg-transparent text-16 text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      <span aria-hidden className="rounded-badge bg-surface-2 px-2 text-13 whitespace-nowrap">
        {isApple ? '⌘ K' : 'Ctrl K'}
      </span>
    </form>
  )
}
