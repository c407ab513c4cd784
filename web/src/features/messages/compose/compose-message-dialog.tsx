import { NO_SUBJECT } from '@plinth/contract/messages/messages.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName } from '../../../lib/format/format.ts'
import { ComposeDialog } from './compose-dialog.tsx'
import { ComposeForm, TextField } from './compose-fields.tsx'
import { FilesField } from './compose-files.tsx'
import { PersonHead, type Addressee } from './compose-head.tsx'
import { EMPTY_MESSAGE, messageProblems } from './compose-rules.ts'
import { composeTexts } from './compose-texts.ts'
import { useMessageForm } from './use-message-form.ts'

const texts = composeTexts.message

interface MessageDialogProps {
  open: boolean
  viewerId: string
  addressee: Addressee
  onClose: () => void
}

/** The dialog of a plain message to somebody. */
export const MessageDialog = ({ open, viewerId, addressee, onClose }: MessageDialogProps) => (
  <ComposeDialog
    open={open}
    addressee={addressee}
    title={(ready) => (ready === null ? NO_SUBJECT : texts.title(fullName(ready.person)))}
    className="compose-message"
    onClose={onClose}
  >
    {({ person }, onUnarrived) => (
      <MessageForm
        key={person.id}
        person={person}
        viewerId={viewerId}
        onUnarrived={onUnarrived}
        onDone={onClose}
      />
    )}
  </ComposeDialog>
)

function MessageForm({
  person,
  viewerId,
  onUnarrived,
  onDone,
}: {
  person: Creator
  viewerId: string
  onUnarrived: (files: number) => void
  onDone: () => void
}) {
  const writing = useMessageForm({
    viewerId,
    name: `message.${person.id}`,
    empty: EMPTY_MESSAGE,
    check: messageProblems,
    bodyOf: ({ subject, content }) => ({
      receiverId: person.id,
      subject: subject.trim(),
      content: content.trim(),
      messageType: 'general',
    }),
    sentTexts: { title: texts.sent, line: texts.sentLine(person.firstName), failed: texts.failed },
    onUnarrived,
    onDone,
  })
  return (
    <ComposeForm writing={writing} words={texts} onCancel={onDone}>
      <PersonHead person={person} />
      <TextField control={writing.control} name="subject" label={texts.subject} optional />
      <TextField control={writing.control} name="content" label={texts.text} lines={7} required />
      <FilesField uploads={writing.uploads} />
    </ComposeForm>
  )
}
