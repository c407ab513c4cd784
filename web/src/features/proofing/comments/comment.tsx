import { Check } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { ProofMark, ProofReply } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { agoInWords, dayOf } from '../../../lib/format/ago.ts'
import { fullName } from '../../../lib/format/format.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/layout/avatar.tsx'
import { PinFace } from '../marks/pin-face.tsx'
import { nameOfAuthor, texts as all } from '../proof-texts.ts'
import { WordsField } from './words-field.tsx'

const texts = all.comments

export interface CommentActs {
  onSelect: (mark: ProofMark) => void
  onState: (mark: ProofMark, state: ProofMark['state']) => void
  onReply: (mark: ProofMark, text: string) => void
  /** Resolves to whether it was changed. */
  onChange: (mark: ProofMark, text: string) => Promise<boolean>
  onRemove: (mark: ProofMark) => void
  onRemoveReply: (mark: ProofMark, reply: ProofReply) => void
}

interface CommentProps {
  mark: ProofMark
  room: ProofRoom
  viewerId: string
  now: number
  isSelected: boolean
  /** The number of the older version that it is about; null for the shown one. */
  olderVersion: number | null
  /** When in the film, as its time code. */
  time: ReactNode
  acts: CommentActs
  /** Answers that are not sent yet. */
  children?: ReactNode
}

/** A comment with the answers to it, and what can be done with it. */
export function Comment(props: CommentProps) {
  const { mark, room, viewerId, now, isSelected, olderVersion, time, acts, children } = props
  const [open, setOpen] = useState<'reply' | 'edit' | null>(null)
  const heading = useId()
  const canWrite = room.rights.includes('comment')
  const isOwn = mark.by.isViewer
  const mayChange = canWrite && isOwn && mark.round === null
  const hasOthers = mark.replies.some(({ by }) => !by.isViewer)
  return (
    <li
      id={commentId(mark.id)}
      className="proof-comment"
      data-state={mark.state}
      data-selected={isSelected ? '' : undefined}
    >
      <button
        type="button"
        className="proof-comment-pin"
        aria-pressed={isSelected}
        aria-label={texts.pin(mark.number, texts.states[mark.state], mark.text)}
        onClick={() => acts.onSelect(mark)}
      >
        <PinFace mark={mark} />
      </button>
      <article aria-labelledby={heading} className="proof-comment-body">
        <p id={heading} className="proof-comment-head">
          {time === null ? null : <span className="proof-time tnum">{time}</span>}
          <span className="font-semibold text-ink">{nameOfAuthor(mark.by)}</span>
          {mark.by.guest === null ? null : <span className="proof-guest">{texts.guest}</span>}
          <time dateTime={mark.createdAt} className="text-ink-3">
            {agoInWords(mark.createdAt, now)}
          </time>
          {mark.editedAt === null ? null : <span className="text-ink-3">{texts.edited}</span>}
        </p>
        {olderVersion === null ? null : (
          <p className="text-13 text-ink-3">{all.room.aboutVersion(olderVersion)}</p>
        )}
        {open === 'edit' ? (
          <EditComment
            mark={mark}
            viewerId={viewerId}
            onClose={() => setOpen(null)}
            onSave={(text) => acts.onChange(mark, text)}
          />
        ) : (
          <p className="proof-comment-text">{mark.text}</p>
        )}
        {mark.replies.length === 0 ? null : (
          <ol className="proof-replies">
            {mark.replies.map((reply) => (
              <Reply
                key={reply.id}
                reply={reply}
                now={now}
                onRemove={
                  canWrite && reply.by.isViewer ? () => acts.onRemoveReply(mark, reply) : null
                }
              />
            ))}
          </ol>
        )}
        {children}
        <StateLine mark={mark} room={room} />
        {canWrite ? (
          <div className="proof-comment-acts">
            <StateActs mark={mark} room={room} onState={(state) => acts.onState(mark, state)} />
            <button type="button" className="proof-act" onClick={() => setOpen('reply')}>
              {texts.reply}
            </button>
            {mayChange ? (
              <button type="button" className="proof-act" onClick={() => setOpen('edit')}>
                {texts.edit}
              </button>
            ) : null}
            {mayChange && !hasOthers ? (
              <button type="button" className="proof-act" onClick={() => acts.onRemove(mark)}>
                {texts.remove}
              </button>
            ) : null}
          </div>
        ) : null}
        {open === 'reply' ? (
          <WriteReply
            mark={mark}
            viewerId={viewerId}
            onClose={() => setOpen(null)}
            onSend={(text) => acts.onReply(mark, text)}
          />
        ) : null}
      </article>
    </li>
  )
}

export const commentId = (markId: string): string => `proof-comment-${markId}`

function Reply({
  reply: { by, text, createdAt },
  now,
  onRemove,
}: {
  reply: ProofReply
  now: number
  onRemove: (() => void) | null
}) {
  const { person } = by
  return (
    <li className="proof-reply">
      <Avatar
        name={person === null ? nameOfAuthor(by) : fullName(person)}
        src={person?.profileImageUrl ?? null}
        creator={person?.isCreator === true}
        size={28}
        silent
      />
      <div className="proof-comment-body">
        <p className="proof-comment-head">
          <span className="font-semibold text-ink">{nameOfAuthor(by)}</span>
          {by.guest === null ? null : <span className="proof-guest">{texts.guest}</span>}
          <time dateTime={createdAt} className="text-ink-3">
            {agoInWords(createdAt, now)}
          </time>
        </p>
        <p className="proof-comment-text">{text}</p>
        {onRemove === null ? null : (
          <button type="button" className="proof-act" onClick={onRemove}>
            {texts.remove}
          </button>
        )}
      </div>
    </li>
  )
}

/** Who said that it is done, and whether the client agreed. */
function StateLine({ mark: { state, confirmedAt }, room }: Pick<CommentProps, 'mark' | 'room'>) {
  if (state === 'open') return null
  const { role, creator, client } = room
  const done = role === 'creator' ? texts.youSaidDone : texts.saidDone(creator.firstName)
  // In a room of their own the creator is who agrees.
  const isViewers = role === (client === null ? 'creator' : 'client')
  const agreed = isViewers ? texts.youAgreed : texts.agreed((client ?? creator).firstName)
  return (
    <p className="text-13 text-ink-3">
      {state === 'done' ? done : `${agreed} ${confirmedAt === null ? '' : dayOf(confirmedAt)}`}
    </p>
  )
}

/** The creator says that it is done; the client that it is right, or not yet. */
function StateActs({
  mark: { state },
  room: { rights },
  onState,
}: Pick<CommentProps, 'mark' | 'room'> & { onState: (state: ProofMark['state']) => void }) {
  if (rights.includes('confirm') && state === 'done')
    return (
      <>
        <Button size={44} onClick={() => onState('confirmed')}>
          <Check size={18} aria-hidden />
          {texts.looksRight}
        </Button>
        <button type="button" className="proof-act" onClick={() => onState('open')}>
          {texts.notYet}
        </button>
      </>
    )
  if (rights.includes('confirm') && state === 'confirmed')
    return (
      <button type="button" className="proof-act" onClick={() => onState('open')}>
        {texts.notYet}
      </button>
    )
  if (rights.includes('finish') && state !== 'confirmed')
    return (
      <button
        type="button"
        className="proof-act"
        onClick={() => onState(state === 'open' ? 'done' : 'open')}
      >
        {state === 'open' ? texts.markDone : texts.reopen}
      </button>
    )
  return null
}

function WriteReply({
  mark,
  viewerId,
  onClose,
  onSend,
}: Pick<CommentProps, 'mark' | 'viewerId'> & {
  onClose: () => void
  onSend: (text: string) => void
}) {
  const draft = useTextDraft(`proof-reply.${mark.id}`, viewerId)
  const send = () => {
    if (draft.text.trim() === '') return
    onSend(draft.text.trim())
    draft.drop()
    onClose()
  }
  return (
    <div className="proof-write">
      <WordsField
        label={texts.answer(mark.number)}
        value={draft.text}
        onValueChange={draft.setText}
        onSend={send}
        onLeave={onClose}
        takesFocus
      />
      <div className="proof-write-acts">
        <Button variant="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={draft.text.trim() === ''} onClick={send}>
          {texts.send}
        </Button>
      </div>
    </div>
  )
}

function EditComment({
  mark,
  viewerId,
  onClose,
  onSave,
}: Pick<CommentProps, 'mark' | 'viewerId'> & {
  onClose: () => void
  onSave: (text: string) => Promise<boolean>
}) {
  const draft = useTextDraft(`proof-edit.${mark.id}`, viewerId)
  const [isSaving, setSaving] = useState(false)
  const text = draft.text === '' ? mark.text : draft.text
  const save = async () => {
    if (isSaving || text.trim() === '') return
    setSaving(true)
    const isSaved = await onSave(text.trim())
    setSaving(false)
    if (!isSaved) return
    draft.drop()
    onClose()
  }
  return (
    <div className="proof-write">
      <WordsField
        label={texts.change(mark.number)}
        value={text}
        onValueChange={draft.setText}
        onSend={() => void save()}
        onLeave={onClose}
        takesFocus
      />
      <div className="proof-write-acts">
        <Button variant="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button busy={isSaving && texts.sending} onClick={() => void save()}>
          {texts.save}
        </Button>
      </div>
    </div>
  )
}
