import './board-picker.css'
import { Dialog, Popover } from 'radix-ui'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import type { BoardPickerProps } from '../../ui/actions/board-picker.tsx'
import { landmarkOf } from '../../ui/overlay/landmark.ts'
import { whenClosed } from '../../ui/overlay/dialog.tsx'
import { PickerList } from './picker-list.tsx'
import { pickerTexts as texts } from './picker-texts.ts'

const REACHABLE = 'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), a[href]'
const reachableIn = (element: HTMLElement | null) => [
  ...(element?.querySelectorAll<HTMLElement>(REACHABLE) ?? []),
]

/**
 * The boards that something can be put on, beside the button that saved it, or on phones at the bottom of the screen.
 * The focus stays on the button, and what is behind stays usable: Tab leads from the button into the list and from its
 * end to what follows the button.
 */
export function BoardPicker({ thing, button, isAsked, onClose }: BoardPickerProps) {
  const isPhone = usePhone()
  const [landmark] = useState(() => landmarkOf(button))
  const [dialog] = useState(() => button.closest('[role=dialog]'))
  const panel = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)

  const enter = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isTab = event.key === 'Tab' && !event.shiftKey && !event.altKey && !event.ctrlKey
    const [first] = reachableIn(panel.current)
    if (!isTab || first === undefined) return
    event.preventDefault()
    first.focus()
  })
  useEffect(() => {
    button.addEventListener('keydown', enter)
    return () => button.removeEventListener('keydown', enter)
  }, [button])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    const reachable = reachableIn(panel.current)
    if (event.shiftKey) {
      if (event.target !== reachable[0]) return
      event.preventDefault()
      button.focus()
    } else if (event.target === reachable.at(-1)) {
      // The browser goes on from the button.
      button.focus()
      hasFocus.current = false
      onClose()
    }
  }

  const shared = {
    ref: panel,
    role: 'region',
    'aria-label': texts.title,
    onKeyDown,
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (relatedTarget !== null) hasFocus.current = false
    },
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      if (isAsked) panel.current?.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (hasFocus.current && button.isConnected) button.focus({ preventScroll: true })
    },
    onInteractOutside: (event: { target: EventTarget | null; preventDefault: () => void }) => {
      // The button itself closes it.
      if (event.target instanceof Node && button.contains(event.target)) event.preventDefault()
    },
    tabIndex: -1,
  }
  const list = <PickerList thing={thing} isAsked={isAsked} />
  if (isPhone) {
    return (
      <Dialog.Root open modal={false} onOpenChange={whenClosed(onClose)}>
        <Dialog.Portal container={landmark}>
          <Dialog.Content
            {...shared}
            aria-describedby={undefined}
            aria-labelledby={undefined}
            className="board-picker board-picker-sheet"
          >
            <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
            {list}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    )
  }
  return (
    <Popover.Root open onOpenChange={whenClosed(onClose)}>
      <Popover.Anchor virtualRef={{ current: button }} />
      <Popover.Portal container={landmark}>
        <Popover.Content
          {...shared}
          align="start"
          sideOffset={12}
          collisionBoundary={dialog}
          collisionPadding={dialog === null ? 12 : 24}
          className="board-picker"
        >
          {list}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
