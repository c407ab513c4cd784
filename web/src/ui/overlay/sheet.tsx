import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactElement, type ReactNode } from 'react'
import { DialogClose } from './dialog.tsx'
import { EscapeContext } from './escape.ts'

/** A dialog that slides up from the bottom of the screen. */
export function Sheet({
  open,
  onOpenChange,
  trigger,
  title,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Without one, something else opens it, and gets the focus back. */
  trigger?: ReactElement
  title: string
  children: ReactNode
}) {
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger === undefined ? null : <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-dialog) bg-wall-deep/78 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            if (trigger !== undefined || !(opener.current instanceof HTMLElement)) return
            event.preventDefault()
            opener.current.focus({ preventScroll: true })
          }}
          className="fixed inset-x-0 bottom-0 z-(--z-dialog) mx-auto max-h-[85dvh] tablet:max-w-160 overflow-y-auto rounded-t-dialog bg-surface-2 p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink-2 shadow-pop outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in"
        >
          <Radix.Title className="display pr-11 text-20 text-ink">{title}</Radix.Title>
          <EscapeContext value={() => onOpenChange(false)}>{children}</EscapeContext>
          <DialogClose className="absolute top-3 right-3" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
