import { useId, useState } from 'react'
import { MAX_SCHEDULE_DAYS } from '@plinth/contract/limits.ts'
import { ownZone } from '../../../lib/browser/zone.ts'
import { dayAhead } from '../../../lib/format/days.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { timeOf } from './drafts-rules.ts'
import { scheduleTexts as texts } from './drafts-texts.ts'
import type { ManyWorks } from './use-many.ts'

interface ScheduleDialogProps {
  open: boolean
  many: ManyWorks
  ids: readonly string[]
  onClose: () => void
}

/** Asks for the day and the time when the chosen works are published. */
export function ScheduleDialog({ open, many, ids, onClose }: ScheduleDialogProps) {
  const [typed, setTyped] = useState({ day: dayAhead(1), time: '09:00' })
  const [problems, setProblems] = useState<{ day?: string; time?: string }>({})
  const form = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={texts.title(ids.length)}
      description={texts.says}
      width="narrow"
    >
      <form
        noValidate
        id={form}
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const answer = timeOf(typed, Date.now())
          if ('publishAt' in answer) {
            setProblems({})
            many.run({ act: 'schedule', publishAt: answer.publishAt }, ids)
            return
          }
          setProblems(answer)
          const [wrong = 'day'] = Object.keys(answer)
          event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
        }}
      >
        <div className="grid gap-5 tablet:grid-cols-2 tablet:gap-4">
          <Field label={texts.day} error={problems.day} required>
            {(aria) => (
              <DateInput
                {...aria}
                name="day"
                value={typed.day}
                min={dayAhead(0)}
                max={dayAhead(MAX_SCHEDULE_DAYS)}
                onChange={({ target }) => setTyped({ ...typed, day: target.value })}
              />
            )}
          </Field>
          <Field label={texts.time} error={problems.time} required>
            {(aria) => (
              <TextInput
                {...aria}
                name="time"
                type="time"
                className="tnum"
                value={typed.time}
                onChange={({ target }) => setTyped({ ...typed, time: target.value })}
              />
            )}
          </Field>
        </div>
        <p className="text-14 text-ink-3">{texts.zone(ownZone())}</p>
        {many.problem === null ? null : <ErrorText text={many.problem} />}
      </form>
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" form={form} variant="primary" busy={many.isBusy && texts.sending}>
          {texts.send}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
