import { useState, type SyntheticEvent } from 'react'
import type { CaseNote, ContentCase } from '@plinth/contract/moderation/cases.ts'
import { MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import { asksToSignIn, sentenceOf } from '../../lib/api/api.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { useTextDraft } from '../../lib/forms/use-text-draft.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { dateAndTime, fullName } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { showError, toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { NativeSelect } from '../../ui/form/native-select.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { caseTexts, deskTexts as texts } from './case-texts.ts'

type Desk = Pick<ContentCase, 'id' | 'assignee' | 'staff' | 'notes'>

interface CaseDeskProps {
  of: Desk
  viewerId: string
  assign: (assigneeId: string | null) => Promise<unknown>
  write: (text: string) => Promise<CaseNote>
  /** Called with what changed, so that the page need not be opened again, which would be logged. */
  onChange: (change: Partial<Desk>) => void
}

const NOBODY = ''

/** What staff keep for each other about a case: who works on it, and their notes. */
export function CaseDesk({ of, viewerId, assign, write, onChange }: CaseDeskProps) {
  const { assignee, staff, notes } = of
  const assigning = useSendOnce({
    send: (id: string) => assign(id === NOBODY ? null : id),
    onSent: (_, id) => {
      toast({ title: texts.assigned, variant: 'success' })
      onChange({ assignee: staff.find((one) => one.id === id) ?? null })
    },
    onFailed: (error) => {
      if (!asksToSignIn(error)) showError(texts.assignFailed, sentenceOf(error, ''))
    },
  })
  // Whoever lost the right since stays named until somebody else is chosen.
  const known = [
    ...staff,
    ...(assignee === null || staff.some(({ id }) => id === assignee.id) ? [] : [assignee]),
  ]
  return (
    <section aria-labelledby="case-desk" className="rounded-control border border-line p-5">
      <h2 id="case-desk" className="display text-20 text-ink">
        {texts.title}
      </h2>
      <p className="mt-1 text-14 text-ink-3">{texts.says}</p>
      <Field label={texts.assignee} className="mt-4">
        {(aria) => (
          <NativeSelect
            {...aria}
            value={assignee?.id ?? NOBODY}
            options={[
              { value: NOBODY, label: texts.nobody },
              ...known.map((one) => ({ value: one.id, label: fullName(one) })),
            ]}
            onValueChange={(id) => assigning.send(id)}
          />
        )}
      </Field>
      {assignee?.id !== viewerId && staff.some(({ id }) => id === viewerId) ? (
        <Button
          className="mt-3"
          busy={assigning.isSending && texts.assigned}
          onClick={() => assigning.send(viewerId)}
        >
          {texts.take}
        </Button>
      ) : null}
      <h3 className="mt-6 text-14 font-semibold text-ink">{texts.notes}</h3>
      {notes.length === 0 ? (
        <p className="mt-1 text-14 text-ink-3">{texts.noNotes}</p>
      ) : (
        <ul className="mt-2 grid gap-3">
          {notes.map(({ id, author, text, createdAt }) => (
            <li key={id} className="text-14">
              <p className="text-ink-3">
                <strong className="font-semibold text-ink">
                  {author === null ? caseTexts.deleted : fullName(author)}
                </strong>{' '}
                <time dateTime={createdAt} title={dateAndTime(createdAt)}>
                  {dayOf(createdAt)}
                </time>
              </p>
              <p className="mt-0.5 wrap-anywhere whitespace-pre-line">{text}</p>
            </li>
          ))}
        </ul>
      )}
      <NoteForm
        caseId={of.id}
        viewerId={viewerId}
        write={write}
        onWritten={(note) => onChange({ notes: [...notes, note] })}
      />
    </section>
  )
}

function NoteForm({
  caseId,
  viewerId,
  write,
  onWritten,
}: Pick<CaseDeskProps, 'viewerId' | 'write'> & {
  caseId: string
  onWritten: (note: CaseNote) => void
}) {
  const draft = useTextDraft(`case-note.${caseId}`, viewerId)
  const [isMissing, setMissing] = useState(false)
  const writing = useSendOnce({
    send: (text: string) => write(text),
    onSent: (note) => {
      draft.drop()
      onWritten(note)
    },
  })
  const { error } = writing
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = draft.text.trim()
    setMissing(text === '')
    if (text !== '') writing.send(text)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-3">
      <Field
        label={texts.note}
        error={isMissing && draft.text.trim() === '' ? texts.missing : undefined}
      >
        {(aria) => (
          <TextArea
            {...aria}
            rows={3}
            maxLength={MAX_PROJECT_TEXT}
            value={draft.text}
            onChange={({ target }) => draft.setText(target.value)}
          />
        )}
      </Field>
      {error === null || asksToSignIn(error) ? null : (
        <ErrorText text={sentenceOf(error, texts.noteFailed)} />
      )}
      <div>
        <Button type="submit" busy={writing.isSending && texts.writing}>
          {texts.write}
        </Button>
      </div>
    </form>
  )
}
