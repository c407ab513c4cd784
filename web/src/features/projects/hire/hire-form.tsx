import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { TIMELINES } from '@plinth/contract/messages/inquiry-terms.ts'
import { splitDeposit } from '@plinth/contract/money/money-split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName, price as sumOf } from '../../../lib/format/format.ts'
import { overInquiry } from '../../../lib/routing/write-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { detailsProblem, EMPTY_HIRE, hireDraft, timelineOf } from './hire-fields.ts'
import { HireHead } from './hire-head.tsx'
import { useSendHire } from './hire-send.ts'
import { HireSlip } from './hire-slip.tsx'
import type { HiredWork } from './hire-target.ts'
import { hireTexts as texts } from './hire-texts.ts'

interface HireFormProps {
  work: HiredWork
  creator: Creator
  viewerId: string
  onClose: () => void
  onRefused: () => void
}

/** A request with its deposit. What is typed waits as a draft until the deposit is paid. */
export function HireForm({ work, creator, viewerId, onClose, onRefused }: HireFormProps) {
  const [draft] = useState(() => hireDraft(work.id))
  const [kept] = useState(() => draft.read(localStorage, viewerId))
  const [isRestored, setRestored] = useState(kept !== null)
  const [fields, setFields] = useState(kept ?? EMPTY_HIRE)
  const [problem, setProblem] = useState<string | null>(null)
  const details = useRef<HTMLTextAreaElement>(null)
  const titleId = useId()
  const { go, isLeaving } = useSendHire(onRefused)
  useEffect(() => draft.keep(localStorage, viewerId, fields), [draft, viewerId, fields])

  const deposit = splitDeposit(dollarsToCents(work.startingPrice) ?? 0).deposit / 100
  const submit = () => {
    const wrong = detailsProblem(fields)
    setProblem(wrong)
    if (wrong !== null) {
      details.current?.focus()
      return
    }
    go({
      portfolioId: work.id,
      creatorId: creator.id,
      description: fields.description.trim(),
      timeline: fields.timeline,
      budget: work.startingPrice,
    })
  }
  return (
    <form
      noValidate
      aria-labelledby={titleId}
      className="deal"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="deal-form">
        <h2
          id={titleId}
          aria-hidden
          className="display deal-head text-32 text-ink max-tablet:text-24"
        >
          {texts.title(fullName(creator))}
        </h2>
        <HireHead work={work} creator={creator} />
        {isRestored ? (
          <p className="text-14 text-ink-2">
            <span role="status">{texts.restored}</span>{' '}
            <button
              type="button"
              className="text-link hit"
              onClick={() => {
                setFields(EMPTY_HIRE)
                setRestored(false)
                details.current?.focus()
              }}
            >
              {texts.discard}
            </button>
          </p>
        ) : null}
        <Field
          label={texts.details}
          hint={texts.detailsHint(creator.firstName)}
          error={problem ?? undefined}
          required
          className="hire-details"
        >
          {(aria) => (
            <TextArea
              {...aria}
              ref={details}
              value={fields.description}
              onChange={(event) => {
                setProblem(null)
                setFields({ ...fields, description: event.target.value })
              }}
              className="flex-1"
            />
          )}
        </Field>
        <Choices
          label={texts.timeline}
          options={TIMELINES}
          value={fields.timeline ?? undefined}
          onValueChange={(words) => setFields({ ...fields, timeline: timelineOf(words) })}
          placeholder={texts.choose}
          optional
        />
        <p className="text-14 text-ink-2">
          {texts.another}{' '}
          <Link
            {...overInquiry(creator.id, work.id)}
            replace
            className="text-link hit font-semibold text-ink"
          >
            {texts.inquire}
          </Link>{' '}
          {texts.anotherEnd}
        </p>
      </div>
      <div className="deal-seen">
        <p className="text-14 text-ink-3">{texts.agree}</p>
        <HireSlip price={work.startingPrice} creator={creator.firstName} />
        <div className="deal-decision">
          <p className="text-14 text-ink-2">{texts.deposit}</p>
          <div className="flex gap-3">
            <Button size={52} className="max-tablet:hidden" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button
              type="submit"
              variant="primary"
              size={52}
              className="flex-1"
              busy={isLeaving && texts.sending}
            >
              <span className="tnum">{texts.send(sumOf(deposit))}</span>
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}
