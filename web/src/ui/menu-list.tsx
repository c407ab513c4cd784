import { clsx } from 'clsx'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

export function MenuList({
  trigger,
  align = 'end',
  opensAtOnce,
  children,
}: {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  opensAtOnce: boolean
  children: ReactNode
}) {
  return (
    <Radix.Root modal={false} defaultOpen={opensAtOnce}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
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
