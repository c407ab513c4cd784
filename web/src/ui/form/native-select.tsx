import { ChevronDown } from 'lucide-react'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { selectLook, type SelectProps } from './select-look.ts'

/** The browser's own picker behind our trigger. */
export function NativeSelect<V extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  look = 'boxed',
  className,
  ...control
}: SelectProps<V> & Pick<ComponentProps<'select'>, 'onFocus' | 'onBlur'>) {
  return (
    <span className={clsx('relative', look === 'boxed' ? 'block' : 'inline-block', className)}>
      <select
        {...control}
        value={value ?? ''}
        onChange={(event) => onValueChange(event.target.value as V)}
        className={clsx(selectLook[look], 'appearance-none pr-9', look === 'boxed' && 'w-full')}
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
