import { X } from 'lucide-react'
import { clsx } from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import { useRef, type FocusEvent, type ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { EscapeContext } from './escape.ts'

const widths = {
  small: 'tablet:max-w-104',
  narrow: 'tablet:max-w-140',
  medium: 'tablet:max-w-160',
  large: 'tablet:max-w-240',
  /** A work beside its details: nearly the whole window. */
  wide: 'tablet:max-w-324 tablet:w-[calc(100vw-144px)]',
}

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The title is only for screen readers, because the content shows its own. */
  titleHidden?: boolean
  description?: ReactNode
  width?: keyof typeof widths
  /** No padding and no close button: the content has its own `DialogClose`. */
  bare?: boolean
  className?: string
  /** For a question that must be answered first. */
  role?: 'alertdialog'
  children: ReactNode
  onOpenAutoFocus?: (event: Event) => void
  onCloseAutoFocus?: (event: Event) => void
}

/** An `onOpenChange` for a dialog that something else opens: it only passes on that it closed. */
export const whenClosed = (close: () => void) => (open: boolean) => {
  if (!open) close()
}

/** Scrolls a focused field into view when a sticky footer or the dialog's edge covers it. */
const showFocused = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
  if (target !== currentTarget && target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** A dialog, full screen on phones. It traps the focus, closes on Escape and returns the focus afterwards. */
export function Dialog({
  open,
  onOpenChange,
  title,
  titleHidden = false,
  description,
  width = 'medium',
  bare = false,
  className,
  role,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
}: DialogProps) {
  const isSmall = width === 'small'
  // Radix returns the focus only to its own triggers. Ours are links and buttons anywhere.
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-dialog) grid grid-cols-[minmax(0,1fr)] place-items-center-safe overflow-y-auto bg-wall-deep/78 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in tablet:py-10">
          <Radix.Content
            onOpenAutoFocus={(event) => {
              opener.current = document.activeElement
              onOpenAutoFocus?.(event)
            }}
            onCloseAutoFocus={(event) => {
              onCloseAutoFocus?.(event)
              if (event.defaultPrevented) return
              event.preventDefault()
              const left = opener.current?.isConnected
                ? opener.current
                : document.querySelector('main')
              if (left instanceof HTMLElement) left.focus({ preventScroll: true })
            }}
            onFocus={showFocused}
            onKeyDown={(event) => {
              // A toast that came after the dialog is above it, and would keep Escape to itself.
              if (event.key !== 'Escape' || event.defaultPrevented) return
              event.preventDefault()
              onOpenChange(false)
            }}
            {...(role === undefined ? {} : { role })}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            className={clsx(
              'relative w-full bg-surface-2 text-ink-2 shadow-pop outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
              isSmall
                ? 'm-4 max-w-[calc(100vw-2rem)] rounded-dialog'
                : 'max-tablet:min-h-dvh tablet:rounded-dialog',
              widths[width],
              !bare && 'p-6',
              className,
            )}
          >
            <Radix.Title className={titleHidden ? 'sr-only' : 'display pr-10 text-24 text-ink'}>
              {title}
            </Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-3.5 text-14 text-ink-2">
                {description}
              </Radix.Description>
            )}
            <EscapeContext value={() => onOpenChange(false)}>{children}</EscapeContext>
            {!bare && !isSmall && <DialogClose className="absolute top-4 right-4" />}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function DialogClose({ className }: { className?: string }) {
  return (
    <Radix.Close
      aria-label="Close"
      className={clsx(
        'grid size-11 place-items-center rounded-control text-ink-2 hover:bg-surface-3 hover:text-ink',
        className,
      )}
    >
      <X size={20} aria-hidden />
    </Radix.Close>
  )
}

/** The buttons at the bottom of a dialog, the primary one last. */
export const DialogFooter = ({
  children,
  className,
}: {
  children: ReactNode
  className?: string
}) => <div className={clsx('mt-6 flex flex-wrap justify-end gap-3', className)}>{children}</div>

/** Asks before something is deleted. The button names the thing, and the safe choice has the focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  keep,
  confirm,
  busy,
  onConfirm,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** The safe choice: `Keep account`. */
  keep: string
  /** What will be done: `Delete account`. */
  confirm: string
  busy?: string | false
  onConfirm: () => void
}) {
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      width="small"
      role="alertdialog"
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        safe.current?.focus()
      }}
    >
      <DialogFooter className="mt-3.5!">
        <Button ref={safe} onClick={() => onOpenChange(false)}>
          {keep}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
