import { Controller } from 'react-hook-form'
import { BUDGETS, TIMELINES } from '@plinth/contract/messages/inquiry.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { ComposeDialog } from './compose-dialog.tsx'
import { ComposeForm, TextField } from './compose-fields.tsx'
import { FilesField } from './compose-files.tsx'
import { AboutHead, PersonHead, type AboutWork, type Addressee } from './compose-head.tsx'
import { useMessageForm } from './use-message-form.ts'
import {
  budgetOf,
  emptyInquiry,
  inquiryBodyOf,
  inquiryProblems,
  timelineOf,
  type InquiryFields,
} from './inquiry-fields.ts'
import { inquiryTexts as texts } from './inquiry-texts.ts'

interface InquiryDialogProps {
  open: boolean
  viewerId: string
  addressee: Addressee
  onClose: () => void
}

/** The dialog of a business inquiry, about one of the receiver's works or about none. */
export const InquiryDialog = ({ open, viewerId, addressee, onClose }: InquiryDialogProps) => (
  <ComposeDialog
    open={open}
    addressee={addressee}
    title={(ready) => (ready === null ? texts.titleAlone : texts.title(fullName(ready.person)))}
    className="compose-inquiry"
    onClose={onClose}
  >
    {({ person, about }, onUnarrived) => (
      <InquiryForm
        key={`${person.id} ${about?.id}`}
        person={person}
        about={about}
        viewerId={viewerId}
        onUnarrived={onUnarrived}
        onDone={onClose}
      />
    )}
  </ComposeDialog>
)

interface InquiryFormProps {
  person: Creator
  about: AboutWork | null
  viewerId: string
  onUnarrived: (files: number) => void
  onDone: () => void
}

function InquiryForm({ person, about, viewerId, onUnarrived, onDone }: InquiryFormProps) {
  const workId = about?.id ?? null
  const writing = useMessageForm<InquiryFields>({
    viewerId,
    name: `inquiry.${person.id}.${workId ?? ''}`,
    empty: emptyInquiry(about?.title ?? null),
    check: inquiryProblems,
    bodyOf: (fields) => inquiryBodyOf(fields, { personId: person.id, workId }),
    sentTexts: { title: texts.sent, line: texts.sentLine(person.firstName), failed: texts.failed },
    onUnarrived,
    onDone,
  })
  const { control, uploads } = writing
  return (
    <ComposeForm writing={writing} words={texts} onCancel={onDone}>
      {about === null ? (
        <PersonHead person={person} />
      ) : (
        <AboutHead about={about} person={person} />
      )}
      <TextField control={control} name="subject" label={texts.subject} />
      <TextField
        control={control}
        name="content"
        label={texts.details}
        hint={texts.detailsHint(person.firstName)}
        lines={6}
        required
      />
      <Controller
        control={control}
        name="budget"
        render={({ field: { value, onChange }, fieldState }) => (
          <Choices
            label={texts.budget}
            options={BUDGETS}
            value={budgetOf({ budget: value })}
            onValueChange={onChange}
            placeholder={texts.choose}
            error={fieldState.error?.message}
            required
          />
        )}
      />
      <Controller
        control={control}
        name="timeline"
        render={({ field: { value, onChange }, fieldState }) => (
          <Choices
            label={texts.timeline}
            options={TIMELINES}
            value={timelineOf({ timeline: value })}
            onValueChange={onChange}
            placeholder={texts.choose}
            error={fieldState.error?.message}
            required
          />
        )}
      />
      <FilesField uploads={uploads} />
    </ComposeForm>
  )
}
