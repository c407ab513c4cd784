import { useState, type FormEvent } from 'react'
import { MAX_LINK_LENGTH } from '@plinth/contract/limits.ts'
import { Button } from '../../../../../ui/actions/button.tsx'
import { Field } from '../../../../../ui/form/field.tsx'
import { TextInput } from '../../../../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { hrefOf } from '../document/text-rules.ts'
import { blockTexts as texts } from '../editor-texts.ts'

interface LinkDialogProps {
  open: boolean
  /** Where the link leads now; null if there is none yet. */
  href: string | null
  onClose: () => void
  /** Null removes it. */
  onLink: (href: string | null) => void
  /** The text takes the focus back. */
  onClosed: () => void
}

/** Where words lead. */
export const LinkDialog = ({ open, onClosed, ...form }: LinkDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(form.onClose)}
    title={texts.linkTitle}
    width="small"
    onCloseAutoFocus={(event) => {
      event.preventDefault()
      onClosed()
    }}
  >
    <LinkForm {...form} />
  </Dialog>
)

function LinkForm({ href, onClose, onLink }: Omit<LinkDialogProps, 'open' | 'onClosed'>) {
  const [typed, setTyped] = useState(href ?? '')
  const [isWrong, setWrong] = useState(false)
  const finish = (next: string | null) => {
    onLink(next)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog's form is inside the page's tree of components, though not of elements.
    event.stopPropagation()
    const next = hrefOf(typed)
    setWrong(next === null)
    if (next !== null) finish(next)
  }
  return (
    <form className="mt-4" noValidate onSubmit={submit}>
      <Field
        label={texts.linkLabel}
        hint={texts.linkHint}
        error={isWrong ? texts.linkWrong : undefined}
      >
        {(aria) => (
          <TextInput
            {...aria}
            value={typed}
            inputMode="url"
            autoComplete="off"
            maxLength={MAX_LINK_LENGTH}
            onChange={({ target }) => {
              setTyped(target.value)
              setWrong(false)
            }}
          />
        )}
      </Field>
      <DialogFooter>
        {href === null ? null : (
          <Button variant="quiet-danger" className="mr-auto" onClick={() => finish(null)}>
            {texts.linkRemove}
          </Button>
        )}
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary">
          {texts.linkSave}
        </Button>
      </DialogFooter>
    </form>
  )
}
