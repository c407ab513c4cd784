import { Popover } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import { whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { landmarkOf } from '../../../../../ui/overlay/landmark.ts'
import { BLOCK_ICONS } from '../icons.ts'
import { BLOCK_NAMES, listTexts as texts } from '../editor-texts.ts'
import { ADDITIONS, type Addition } from '../additions.ts'

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 }

/** Arrows lead through the two columns. */
function onArrow(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[at + step]?.focus()
}

interface AddBlockProps {
  /** The button that was pressed, or the row of the list. */
  anchor: HTMLElement
  open: boolean
  onClose: () => void
  onAdd: (addition: Addition) => void
}

/** What can be added, beside what was pressed for it. A new block takes the focus by itself. */
export const AddBlock = ({ anchor, open, onClose, onAdd }: AddBlockProps) => (
  <Popover.Root open={open} onOpenChange={whenClosed(onClose)}>
    <Popover.Anchor virtualRef={{ current: anchor }} />
    <Popover.Portal container={landmarkOf(anchor)}>
      <Popover.Content
        aria-label={texts.add}
        sideOffset={8}
        collisionPadding={12}
        className="editor-add-popover"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          const isInPage = document.activeElement?.closest('.editor-body') ?? null
          if (isInPage === null && anchor.isConnected) anchor.focus({ preventScroll: true })
        }}
      >
        <div
          role="toolbar"
          tabIndex={-1}
          aria-label={texts.add}
          className="editor-additions"
          onKeyDown={onArrow}
        >
          {ADDITIONS.map((addition) => {
            const Icon = BLOCK_ICONS[addition.name]
            return (
              <button
                key={addition.name}
                type="button"
                className="editor-addition"
                onClick={() => onAdd(addition)}
              >
                <Icon size={18} aria-hidden />
                {BLOCK_NAMES[addition.name]}
              </button>
            )
          })}
        </div>
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
)
