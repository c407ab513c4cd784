import { ChevronDown } from 'lucide-react'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { selectVariants, type SelectProps } from './select-variants.ts'

/** The browser's own picker with our styles. */
export function NativeSelect<V extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  variant = 'boxed',
  className,
  ...control
}: SelectProps<V> & Pick<ComponentProps<'select'>, 'onFocus' | 'onBlur'>) {
  return (
    <span
      className={clsx(
        'relative',
        variant === 'boxed' ? 'block' : 'inline-block max-w-full',
        className,
      )}
    >
      <select
        {...control}
        value={value ?? ''}
        onChange={(event) => onValueChange(event.target.value as V)}
        className={clsx(
          selectVariants[variant],
          'max-w-full truncate appearance-none pr-9',
          variant === 'boxed' && 'w-full',
        )}
      >
        {value === undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={18}
        className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-2"
        aria-hidden
      />
    </span>
  )
}
