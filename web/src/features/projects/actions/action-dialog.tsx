import './actions.css'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { TermsSentence } from '../../../ui/layout/terms-sentence.tsx'
import { actionTexts } from './action-texts.ts'

/** The props of every action dialog. */
export interface ProjectDialogProps {
  project: Project
  viewerId: string
  onClose: () => void
}

interface ActionDialogProps {
  title: string
  /** Says what happens to which money, and when. */
  line: string
  confirm: string
  /** Marks an action that ends something. The safe choice gets the focus. */
  isHard?: boolean
  /** The button's label while the step is sent. */
  busy: string
  step: { isBusy: boolean; problem: string | null }
  /** Whether it leads to the page where one pays. */
  isPayment?: boolean
  onConfirm: (form: HTMLFormElement) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before a step that moves money, or may move it. */
export function ActionDialog({
  title,
  line,
  confirm,
  isHard = false,
  busy,
  step: { isBusy, problem },
  isPayment = false,
  onConfirm,
  onClose,
  children,
}: ActionDialogProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const hasFields = children !== undefined
  return (
    <Dialog
      open
      onOpenChange={whenClosed(onClose)}
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
        }}
      >
        {hasFields ? <div className="mt-5 flex flex-col gap-5">{children}</div> : null}
        {isPayment ? (
          <p className="mt-4 text-14 text-ink-3">
            <TermsSentence by="paying" />
          </p>
        ) : null}
        {problem === null ? null : (
          <div className="mt-5">
            <ErrorText text={problem} />
          </div>
        )}
        <DialogFooter className="max-tablet:*:flex-1">
          <Button ref={safe} onClick={onClose}>
            {actionTexts.keep}
          </Button>
          <Button type="submit" variant={isHard ? 'danger' : 'primary'} busy={isBusy && busy}>
            <span className="tnum">{confirm}</span>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
