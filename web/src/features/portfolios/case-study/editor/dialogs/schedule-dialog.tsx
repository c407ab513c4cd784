import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { isUnauthorized, sentenceOf } from '../../../../../lib/api/api.ts'
import { ownZone } from '../../../../../lib/browser/zone.ts'
import { useSendOnce } from '../../../../../lib/forms/use-send-once.ts'
import { dateAndTime } from '../../../../../lib/format/format.ts'
import { Button } from '../../../../../ui/actions/button.tsx'
import { ErrorText } from '../../../../../ui/feedback/error-text.tsx'
import { toast } from '../../../../../ui/feedback/toast.ts'
import { DateInput } from '../../../../../ui/form/date-input.tsx'
import { Field } from '../../../../../ui/form/field.tsx'
import { TextInput } from '../../../../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { NotSaved, scheduledQuery, usePublish } from '../editor-api.ts'
import { editorTexts, publishTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'

interface ScheduleDialogProps {
  open: boolean
  onClose: () => void
}

/** When the work and its page are shown. */
export const ScheduleDialog = ({ open, onClose }: ScheduleDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.scheduleTitle}
    description={texts.scheduleText}
    width="small"
  >
    <ScheduleForm onClose={onClose} />
  </Dialog>
)

function ScheduleForm({ onClose }: Pick<ScheduleDialogProps, 'onClose'>) {
  const { id, draft, state } = useOpenStudio()
  const isScheduled = draft.item.state === 'scheduled'
  const { data: scheduled } = useQuery({ ...scheduledQuery(), enabled: isScheduled })
  const now = scheduled?.find(({ work }) => work.id === id)?.publishAt ?? null
  const publish = usePublish(id)
  const [day, setDay] = useState('')
  const [time, setTime] = useState('09:00')
  const [problem, setProblem] = useState<string>()
  const { send, isSending, error } = useSendOnce({
    send: async (publishAt: string) => {
      const revision = await state.flush()
      if (revision === null) throw new NotSaved()
      await publish({ revision, state: { state: 'scheduled', publishAt } })
    },
    onSent: (_, publishAt) => {
      toast({ title: texts.scheduled(dateAndTime(publishAt)), variant: 'success' })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The browser's own zone: a day and a time without one are local.
    const at = new Date(`${day}T${time}`)
    const isSet = !Number.isNaN(at.getTime())
    const isPast = isSet && at.getTime() <= Date.now()
    setProblem(isSet ? (isPast ? texts.past : undefined) : texts.unset)
    if (isSet && !isPast) send(at.toISOString())
  }
  return (
    <form className="mt-4" noValidate onSubmit={submit}>
      {now === null ? null : (
        <p className="mb-4 text-14 text-ink-2">{texts.nowFor(dateAndTime(now))}</p>
      )}
      <div className="flex gap-3">
        <Field label={texts.day} className="flex-1" error={problem}>
          {(aria) => (
            <DateInput {...aria} value={day} onChange={({ target }) => setDay(target.value)} />
          )}
        </Field>
        <Field label={texts.time} className="editor-time">
          {(aria) => (
            <TextInput
              {...aria}
              type="time"
              value={time}
              onChange={({ target }) => setTime(target.value)}
            />
          )}
        </Field>
      </div>
      <p className="mt-2 text-13 text-ink-3">{texts.zone(ownZone().replaceAll('_', ' '))}</p>
      {error === null || isUnauthorized(error) ? null : (
        <div className="mt-4">
          <ErrorText
            text={
              error instanceof NotSaved
                ? editorTexts.notSavedFirst
                : sentenceOf(error, texts.scheduleFailed)
            }
          />
        </div>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{texts.keep}</Button>
        <Button type="submit" variant="primary" busy={isSending && texts.scheduling}>
          {texts.schedule}
        </Button>
      </DialogFooter>
    </form>
  )
}
