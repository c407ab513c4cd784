import '../ask.css'
import { useRef, type ReactNode } from 'react'
import { focusProblem } from '../../../lib/forms/focus.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { Trouble } from '../../../ui/feedback/trouble.tsx'
import { askTexts } from './ask-texts.ts'

interface AskFrameProps {
  title: string
  /** What happens to which money, and when. */
  line: string
  confirm: string
  /** Ends something: the safe choice holds the focus. */
  isHard?: boolean
  busy: string | false
  trouble: string | null
  onConfirm: (form: HTMLFormElement) => void
  onClose: () => void
  children?: ReactNode
}

/** A question in front of a step that moves money, or may. */
export function AskFrame({
  title,
  line,
  confirm,
  isHard = false,
  busy,
  trouble,
  onConfirm,
  onClose,
  children,
}: AskFrameProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const hasFields = children !== undefined
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      title={title}
      description={line}
      width={hasFields ? 'narrow' : 'small'}
      {...(hasFields ? {} : { role: 'alertdialog' as const })}
      onOpenAutoFocus={(event) => {
        if (hasFields) return
        event.preventDefault()
        safe.current?.focus()
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(event.currentTarget)
          focusProblem(event.currentTarget)
        }}
      >
        {hasFields ? <div className="mt-5 flex flex-col gap-5">{children}</div> : null}
        {trouble === null ? null : (
          <div className="mt-5">
            <Trouble words={trouble} />
          </div>
        )}
        <DialogFooter className="max-tablet:*:flex-1">
          <Button ref={safe} onClick={onClose}>
            {askTexts.keep}
          </Button>
          <Button type="submit" variant={isHard ? 'danger' : 'primary'} busy={busy}>
            <span className="tnum">{confirm}</span>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
