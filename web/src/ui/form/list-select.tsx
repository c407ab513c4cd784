import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { clsx } from 'clsx'
import { Select as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import { landmarkOf } from '../overlay/landmark.ts'
import { selectVariants, type SelectProps } from './select-variants.ts'

/** Our own list: options 44 pixels high, the selected one highlighted with a check mark. */
export function ListSelect({
  options,
  value,
  onValueChange,
  placeholder,
  variant = 'boxed',
  className,
  name,
  disabled,
  ...control
}: SelectProps<string>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root
      onOpenChange={() => setLandmark(landmarkOf(trigger.current))}
      // Radix shows the placeholder for an empty string.
      value={value ?? ''}
      onValueChange={onValueChange}
      {...(name === undefined ? {} : { name })}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <Radix.Trigger
        ref={trigger}
        {...control}
        className={clsx(selectVariants[variant], className)}
      >
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon asChild>
          <ChevronDown size={18} className="text-ink-2" aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          position="popper"
          sideOffset={6}
          align={variant === 'quiet' ? 'end' : 'start'}
          className="z-(--z-toast) max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-panel bg-surface-2 p-1.5 shadow-pop data-[state=open]:animate-fade-in"
        >
          {/* Both scroll a line every 50 ms while the pointer is over them. */}
          <Radix.ScrollUpButton className="flex h-6 items-center justify-center text-ink-2">
            <ChevronUp size={16} aria-hidden />
          </Radix.ScrollUpButton>
          <Radix.Viewport>
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
          <Radix.ScrollDownButton className="flex h-6 items-center justify-center text-ink-2">
            <ChevronDown size={16} aria-hidden />
          </Radix.ScrollDownButton>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
