import { Check, ChevronDown } from 'lucide-react'
import { clsx } from 'clsx'
import { getNonce } from 'get-nonce'
import { Select as Radix } from 'radix-ui'
import { usePhone } from '../lib/media-query.ts'
import { boxed } from './text-input.tsx'

export interface SelectOption<V extends string> {
  value: V
  label: string
}
export interface SelectProps<V extends string> {
  options: readonly SelectOption<V>[]
  value: V | undefined
  onValueChange: (value: V) => void
  placeholder?: string
  /** `quiet` is text with a chevron, for sorting on the wall. */
  look?: 'boxed' | 'quiet'
  id?: string
  name?: string
  disabled?: boolean
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

const trigger = {
  boxed: clsx(
    boxed,
    'flex h-12 items-center justify-between gap-3 px-4 text-left data-placeholder:text-ink-3',
  ),
  quiet:
    'inline-flex h-11 items-center gap-2 rounded-control px-3 text-14 font-semibold text-ink-2 hover:text-ink',
}

/** One of a few. The phone's own picker on phones, ours elsewhere. */
export function Select<V extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  look = 'boxed',
  className,
  name,
  disabled,
  ...control
}: SelectProps<V>) {
  const phone = usePhone()
  if (phone) {
    return (
      <span className={clsx('relative', look === 'boxed' ? 'block' : 'inline-block', className)}>
        <select
          {...control}
          name={name}
          disabled={disabled}
          value={value ?? ''}
          onChange={(event) => onValueChange(event.target.value as V)}
          className={clsx(trigger[look], 'w-full appearance-none pr-10')}
        >
          {value === undefined && <option value="">{placeholder}</option>}
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
  return (
    <Radix.Root
      // Radix shows the placeholder for the empty string.
      value={value ?? ''}
      onValueChange={(next) => onValueChange(next as V)}
      {...(name === undefined ? {} : { name })}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <Radix.Trigger {...control} className={clsx(trigger[look], className)}>
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon asChild>
          <ChevronDown size={18} className="text-ink-2" aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          align={look === 'quiet' ? 'end' : 'start'}
          className="z-(--z-toast) max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-panel bg-surface-2 p-1.5 shadow-pop data-[state=open]:animate-fade-in"
        >
          <Radix.Viewport nonce={getNonce()}>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex h-11 cursor-pointer items-center justify-between gap-6 rounded-control px-3 text-16 text-ink-2 outline-none select-none data-highlighted:bg-surface-3 data-[state=checked]:bg-accent-wash data-[state=checked]:text-ink"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check size={16} aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
