import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import {
  assignUser,
  createUserNote,
  deleteUserNote,
  listUserNotes,
  type UserNote,
} from '@plinth/contract/moderation/notes.ts'
import { asksToSignIn, call, sentenceOf } from '../../../lib/api/api.ts'
import { pagesOf } from '../../../lib/cache/pages.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { fullName } from '../../../lib/format/format.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/field.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { showCallError } from '../../session/unauthorized.ts'
import { refreshAdmin, usersQuery } from '../admin-api.ts'
import { nameOf } from '../queues/queue-rules.ts'
import { noteTexts as texts } from './note-texts.ts'

interface NotesDialogProps {
  user: AdminUser
  open: boolean
  onClose: () => void
}

/** What staff noted about a person, and who of them looks after the person. */
export const NotesDialog = ({ user, open, onClose }: NotesDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.title(fullName(user))}
    description={texts.says}
    width="narrow"
  >
    <Assignment user={user} />
    <NewNote user={user} onClose={onClose} />
    <Notes user={user} />
  </Dialog>
)

const NOBODY = 'nobody'
const staffQuery = usersQuery({ filter: 'admins', q: '', after: undefined })

function Assignment({ user: { id, assignee } }: Pick<NotesDialogProps, 'user'>) {
  const client = useQueryClient()
  const { data } = useQuery(staffQuery)
  const staff = (data?.items ?? []).filter((one) => one.id !== id)
  const known = assignee === null || staff.some((one) => one.id === assignee.id)
  const assigning = useSendOnce({
    send: (assigneeId: string | null) => call(assignUser, { params: { id }, body: { assigneeId } }),
    onSent: () => {
      toast({ title: texts.assigned, variant: 'success' })
      return refreshAdmin(client, listUsers)
    },
    onFailed: (error) => showCallError(error, texts.assignFailed, texts.tryLater),
  })
  return (
    <div className="mt-5">
      <Field label={texts.assignee}>
        {(aria) => (
          <Select
            {...aria}
            options={[
              { value: NOBODY, label: texts.nobody },
              ...[...staff, ...(known ? [] : [assignee])].map((one) => ({
                value: one.id,
                label: fullName(one),
              })),
            ]}
            value={(assigning.isSending ? assigning.body : assignee?.id) ?? NOBODY}
            disabled={assigning.isSending}
            onValueChange={(value) => assigning.send(value === NOBODY ? null : value)}
          />
        )}
      </Field>
    </div>
  )
}

const refresh = (client: ReturnType<typeof useQueryClient>) =>
  readAgain(client, [listUserNotes, listUsers])

function NewNote({ user: { id }, onClose }: Pick<NotesDialogProps, 'user' | 'onClose'>) {
  const client = useQueryClient()
  const draft = useTextDraft('note', id, { isPerTab: true })
  const { send, isSending, error } = useSendOnce({
    send: (text: string, idempotencyKey) =>
      call(createUserNote, { params: { id }, body: { text }, idempotencyKey }),
    onSent: () => {
      draft.drop()
      toast({ title: texts.added, variant: 'success' })
      return refresh(client)
    },
  })
  return (
    <ReasonForm
      note={draft.text}
      onNote={draft.setText}
      label={texts.note}
      rows={3}
      maxLength={MAX_NOTE_LENGTH}
      missing={texts.missing}
      problem={error === null || asksToSignIn(error) ? null : sentenceOf(error, texts.addFailed)}
      send={texts.add}
      busy={isSending && texts.adding}
      cancel={texts.close}
      onSend={() => send(draft.text.trim())}
      onCancel={onClose}
    />
  )
}

function Notes({ user: { id } }: Pick<NotesDialogProps, 'user'>) {
  const client = useQueryClient()
  const query = useInfiniteQuery(
    pagesOf(client, listUserNotes, { params: { id } }, { staleTime: 0 }),
  )
  return (
    <section aria-label={texts.list} className="user-notes mt-6">
      <PagesView
        query={query}
        skeleton={<Skeleton className="h-20" />}
        failed={texts.failed}
        moreFailed={texts.moreFailed}
        empty={<EmptyState {...texts.empty} />}
      >
        {(notes) => (
          <ul>
            {notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ul>
        )}
      </PagesView>
    </section>
  )
}

function Note({ note: { id, text, author, isOwn, createdAt } }: { note: UserNote }) {
  const client = useQueryClient()
  const removing = useSendOnce({
    send: () => call(deleteUserNote, { params: { id } }),
    onSent: () => refresh(client),
    onFailed: (error) => showCallError(error, texts.removeFailed, texts.tryLater),
  })
  const day = dayOf(createdAt)
  return (
    <li className="border-t border-line py-3">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <p className="text-14 text-ink-3">
          <strong className="font-semibold text-ink">{nameOf(author)}</strong>
          {`, ${day}`}
        </p>
        {isOwn ? (
          <Button
            variant="quiet-danger"
            aria-label={texts.removeThat(day)}
            busy={removing.isSending && texts.removing}
            onClick={() => removing.send(null)}
          >
            {texts.remove}
          </Button>
        ) : null}
      </div>
      <p className="wrap-anywhere whitespace-pre-line text-14">{text}</p>
    </li>
  )
}
