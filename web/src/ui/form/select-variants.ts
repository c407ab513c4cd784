import { clsx } from 'clsx'
import { boxed } from './text-input.tsx'

interface SelectOption<V extends string> {
  value: V
  label: string
}
export interface SelectProps<V extends string> {
  options: readonly SelectOption<V>[]
  value: V | undefined
  onValueChange: (value: V) => void
  placeholder?: string
  /** `quiet` is text with a chevron, as for sorting a wall. */
  variant?: 'boxed' | 'quiet'
  id?: string
  name?: string
  disabled?: boolean
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

export const selectVariants = {
  boxed: clsx(
    boxed,
    'flex h-12 items-center justify-between gap-3 px-4 text-left data-placeholder:text-ink-3',
  ),
  quiet:
    'inline-flex h-11 items-center gap-2 rounded-control px-3 text-14 font-semibold text-ink-2 hover:text-ink',
}
