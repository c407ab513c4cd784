import { Search, X } from 'lucide-react'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** Classes of everything boxed: 48 pixels high, surface-1, a border, and a focus ring without offset. */
export const boxed =
  'w-full rounded-control border border-line-strong bg-surface-1 text-16 text-ink placeholder:text-ink-3 focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60'

export interface TextInputProps extends ComponentProps<'input'> {
  /** Shown before the text, inside the box: `$`. */
  prefix?: string
}

export function TextInput({ className, prefix, ...rest }: TextInputProps) {
  if (prefix === undefined)
    return <input {...rest} className={clsx(boxed, 'h-12 px-4', className)} />
  return (
    <span className={clsx('relative block', className)}>
      <span aria-hidden className="absolute inset-y-0 left-4 grid place-items-center text-ink-3">
        {prefix}
      </span>
      <input {...rest} className={clsx(boxed, 'h-12 pr-4 pl-[2rem]')} />
    </span>
  )
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={clsx(boxed, 'block px-4 py-3', className)} />
}

export interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  /** Accessible name, since not everybody can read the placeholder. */
  label: string
  value: string
  onValueChange: (value: string) => void
  after?: ReactNode
}

/** A search field on the wall, with a line under the text instead of a box. */
export function SearchInput({
  label,
  value,
  onValueChange,
  after,
  className,
  ...rest
}: SearchInputProps) {
  return (
    <div
      className={clsx(
        'flex h-12 items-center gap-3 border-b border-line-strong focus-within:border-focus focus-within:[box-shadow:0_1px_0_var(--focus)]',
        className,
      )}
    >
      <Search size={20} className="text-ink-3" aria-hidden />
      <input
        {...rest}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-16 text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          className="hit rounded-badge text-ink-3 hover:text-ink"
          onClick={() => onValueChange('')}
        >
          <X size={18} aria-hidden />
        </button>
      )}
      {after}
    </div>
  )
}
