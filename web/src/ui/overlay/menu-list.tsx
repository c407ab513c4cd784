import { clsx } from 'clsx'
import { DropdownMenu as Radix } from 'radix-ui'
import { useLayoutEffect, useRef, useState, type ComponentProps, type FocusEvent } from 'react'
import { landmarkOf } from './landmark.ts'
import type { LateList } from './late-menu.tsx'

export function MenuList({
  trigger,
  align = 'end',
  early: { press, hadFocus },
  children,
}: LateList) {
  const button = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    setLandmark(landmarkOf(button.current))
    // A list that opens immediately takes the focus itself.
    if (hadFocus.current && press === null) button.current?.focus()
  }, [hadFocus, press])
  const missedPress = useRef(press)
  // The library focuses the first item only for key presses that it handled itself.
  const focusFirstItem = (event: FocusEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || missedPress.current !== 'key') return
    missedPress.current = null
    event.currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }
  return (
    <Radix.Root modal={false} defaultOpen={press !== null}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          onFocus={focusFirstItem}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-(--z-dialog) min-w-52 rounded-panel bg-surface-2 p-1.5 shadow-pop data-[state=open]:animate-fade-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem({
  tone = 'plain',
  className,
  ...rest
}: ComponentProps<typeof Radix.Item> & { tone?: 'plain' | 'danger' }) {
  return (
    <Radix.Item
      {...rest}
      className={clsx(
        'flex h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-16 outline-none select-none data-disabled:opacity-40 data-highlighted:bg-surface-3',
        tone === 'danger' ? 'text-danger' : 'text-ink-2 data-highlighted:text-ink',
        className,
      )}
    />
  )
}

export const MenuLine = () => <Radix.Separator className="mx-3 my-1.5 h-px bg-line" />
