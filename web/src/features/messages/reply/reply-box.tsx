import { Image as ImageIcon, Paperclip } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { MAX_MESSAGE_LENGTH } from '@plinth/contract/limits.ts'
import { replySubject } from '@plinth/contract/messages/messages.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { acceptOf } from '../../../lib/uploads/file-rules.ts'
import { useRestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { isRefused, mediaOf } from '../../../lib/uploads/files.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { ACCEPTED, MessageFiles, useMessageUploads } from '../compose/compose-files.tsx'
import { texts } from '../messages-texts.ts'
import type { UnsentReply } from './outbox.ts'
import { useSendTyping } from './use-typing.ts'

const EMPTY_REPLY = { content: '' }
const PICTURES = acceptOf(['image'])
/** The remaining characters are shown below this number. */
const NEAR_LIMIT = 500

interface ReplyBoxProps {
  conversation: Conversation
  viewerId: string
  isSending: boolean
  onSend: (reply: UnsentReply) => void
}

/** The reply box. Ctrl or Cmd with Enter sends; until then the text is saved as a draft. */
export function ReplyBox({ conversation, viewerId, isSending, onSend }: ReplyBoxProps) {
  const { id, other, subject } = conversation
  const hintId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft({ name: `reply.${id}`, owner: viewerId, empty: EMPTY_REPLY })
  const [text, setText] = useState(draft.saved?.fields.content ?? '')
  const uploads = useMessageUploads(viewerId)
  const restored = useRestoredFiles(draft.saved?.files ?? [], {
    onFound: uploads.restore,
    isUsable: ({ state }) => state !== 'failed',
  })
  const sendTyping = useSendTyping(id)
  const isDraggedOver = useDroppedFiles(uploads.choose)

  const content = text.trim()
  const left = MAX_MESSAGE_LENGTH - content.length
  const sound = uploads.files.filter((file) => !isRefused(file))
  const isComplete = restored !== null && sound.every((file) => mediaOf(file) !== undefined)
  const canSend = (content !== '' || sound.length > 0) && left >= 0 && isComplete && !isSending

  // The draft is not overwritten before its files have been checked.
  const arrived = uploads.mediaIds.map((mediaId) => ({ id: mediaId, alt: '' }))
  useEffect(() => {
    if (restored !== null) {
      draft.save({ content: text }, [...arrived, ...restored.unsure])
    }
  })

  const submit = () => {
    if (!canSend) return
    onSend({
      clientId: draft.key,
      conversationId: id,
      receiverId: other.id,
      subject: replySubject(subject),
      content,
      files: sound.map((file) => ({ id: mediaOf(file)?.id ?? '', name: file.name })),
      writtenAt: new Date().toISOString(),
      reason: '',
    })
    setText('')
    draft.renewKey()
    uploads.letGo()
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className="reply"
      data-over={isDraggedOver ? '' : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {restored !== null && restored.gone > 0 ? (
        <p role="status" className="reply-note">
          {texts.reply.gone(restored.gone)}
        </p>
      ) : null}
      {uploads.files.length === 0 ? null : (
        <div className="reply-files">
          <MessageFiles files={uploads.files} actions={uploads} />
        </div>
      )}
      <div className="reply-box">
        <textarea
          ref={box}
          aria-label={texts.reply.label}
          aria-describedby={hintId}
          aria-invalid={left < 0 || undefined}
          placeholder={texts.reply.placeholder}
          value={text}
          className="reply-text"
          onChange={({ target }) => {
            setText(target.value)
            if (target.value.trim() !== '') sendTyping()
          }}
          onKeyDown={onKeyDown}
        />
        <div className="reply-tools">
          <Attach name={texts.reply.attach} accept={ACCEPTED} onFiles={uploads.choose}>
            <Paperclip size={20} aria-hidden />
          </Attach>
          <Attach name={texts.reply.attachPicture} accept={PICTURES} onFiles={uploads.choose}>
            <ImageIcon size={20} aria-hidden />
          </Attach>
          <p
            id={hintId}
            role="status"
            className="reply-hint tnum"
            data-over={left < 0 || undefined}
          >
            {hintOf(left, uploads.pending)}
          </p>
          <Button
            type="submit"
            variant="primary"
            disabled={!canSend}
            busy={isSending && texts.reply.sending}
          >
            {texts.reply.send}
          </Button>
        </div>
      </div>
    </form>
  )
}

function hintOf(left: number, pending: number): string {
  if (left < 0) return texts.reply.tooLong(-left)
  if (left < NEAR_LIMIT) return texts.reply.left(left)
  return pending > 0 ? texts.reply.files(pending) : ''
}

const Attach = ({
  name,
  accept,
  onFiles,
  children,
}: {
  name: string
  accept: string
  onFiles: (files: FileList) => void
  children: ReactNode
}) => (
  <Tooltip text={name}>
    <span>
      <ChooseFile accept={accept} multiple className="reply-tool" onFiles={onFiles}>
        {children}
        <span className="sr-only">{name}</span>
      </ChooseFile>
    </span>
  </Tooltip>
)
