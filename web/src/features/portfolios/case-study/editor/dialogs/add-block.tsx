import type { KeyboardEvent } from 'react'
import { Dialog, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
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
  open: boolean
  onClose: () => void
  onAdd: (addition: Addition) => void
}

/** What can be added. A new block takes the focus by itself. */
export const AddBlock = ({ open, onClose, onAdd }: AddBlockProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.add}
    width="small"
    className="editor-add-dialog"
    onCloseAutoFocus={(event) => {
      const isInPage = document.activeElement?.closest('.editor-body') ?? null
      if (isInPage !== null) event.preventDefault()
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
  </Dialog>
)
