import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteAccount, GOODBYE_PATH } from '@plinth/contract/people/account.ts'
import { ApiError, asksToSignIn, call, sentenceOf } from '../../lib/api/api.ts'
import { focusProblem } from '../../lib/forms/focus.ts'
import { useAwaited } from '../../lib/forms/resume.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog, DialogFooter } from '../../ui/overlay/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Row } from './section.tsx'
import { texts } from './settings-texts.ts'

const { remove: words } = texts
const DELETION = 'account-delete'

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  useAwaited(DELETION, () => setOpen(true))
  return (
    <Row title={words.title} line={words.line}>
      <Button variant="quiet-danger" onClick={() => setOpen(true)}>
        {words.ask}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={words.heading}
        description={words.text}
        width="narrow"
      >
        <Confirm onClose={() => setOpen(false)} />
      </Dialog>
    </Row>
  )
}

/** Asks for a word to be typed, so that nobody deletes their account by accident. */
function Confirm({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { send, isSending, isSent, error } = useSendOnce({
    isOneOff: true,
    resume: DELETION,
    // Pressed once more, because it ends everything.
    onResumed: () => setTyped(words.word),
    send: () => call(deleteAccount),
    // The session ended with the account, so nothing on this page works any more.
    onSent: () => location.replace(GOODBYE_PATH),
  })
  const code = error instanceof ApiError ? error.code : null
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const isRight = typed.trim() === words.word
        setWrong(!isRight)
        if (isRight) send(null)
        else focusProblem(event.currentTarget)
      }}
    >
      <Field
        label={words.type}
        error={isWrong ? words.typeWrong : undefined}
        required
        className="mt-5"
      >
        {(control) => (
          <TextInput
            {...control}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value)
              setWrong(false)
            }}
          />
        )}
      </Field>
      {error === null || asksToSignIn(error) ? null : (
        <div className="mt-4 grid justify-items-start gap-3">
          <ErrorText text={sentenceOf(error, words.failed)} />
          {code === 'conflict' ? (
            <Button asChild>
              <Link to="/projects">{words.projects}</Link>
            </Button>
          ) : null}
        </div>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{words.keep}</Button>
        <Button type="submit" variant="danger" busy={(isSending || isSent) && words.busy}>
          {words.confirm}
        </Button>
      </DialogFooter>
    </form>
  )
}
