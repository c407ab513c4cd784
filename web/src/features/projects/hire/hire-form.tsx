import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { TIMELINES } from '@plinth/contract/messages/inquiry.ts'
import { splitDeposit } from '@plinth/contract/money/money-split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName, price as sumOf } from '../../../lib/format/format.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useSavedForm } from '../../../lib/forms/use-saved-form.ts'
import { inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { EMPTY_HIRE, hireDraft, hireProblems, timelineOf, type HireFields } from './hire-fields.ts'
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
  const titleId = useId()
  const { go, isLeaving } = useSendHire(onRefused)
  const draft = useDraft<HireFields>({ ...hireDraft(work.id), owner: viewerId })
  const { form, control, submit, discard } = useSavedForm<HireFields>({
    empty: EMPTY_HIRE,
    // It waits there until the deposit is paid: see `usePaymentReturn`.
    draft,
    check: hireProblems,
  })
  const hire = ({ description, timeline }: HireFields) =>
    go({
      portfolioId: work.id,
      creatorId: creator.id,
      description: description.trim(),
      timeline,
      budget: work.startingPrice,
    })
  const deposit = splitDeposit(dollarsToCents(work.startingPrice) ?? 0).deposit / 100
  return (
    <form
      noValidate
      aria-labelledby={titleId}
      className="deal"
      onSubmit={(event) => submit(event, hire)}
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
        {draft.saved === null ? null : (
          <p className="text-14 text-ink-2">
            <span role="status">{texts.restored}</span>{' '}
            <button
              type="button"
              className="text-link hit"
              onClick={() => {
                discard()
                form.setFocus('description')
              }}
            >
              {texts.discard}
            </button>
          </p>
        )}
        <Controller
          control={control}
          name="description"
          render={({ field, fieldState }) => (
            <Field
              label={texts.details}
              hint={texts.detailsHint(creator.firstName)}
              error={fieldState.error?.message}
              required
              className="hire-details"
            >
              {(aria) => <TextArea {...aria} {...field} className="flex-1" />}
            </Field>
          )}
        />
        <Controller
          control={control}
          name="timeline"
          render={({ field: { value, onChange } }) => (
            <Choices
              label={texts.timeline}
              options={TIMELINES}
              value={value ?? undefined}
              onValueChange={(words) => onChange(timelineOf(words))}
              placeholder={texts.choose}
              optional
            />
          )}
        />
        <p className="text-14 text-ink-2">
          {texts.another}{' '}
          <Link
            {...inquiryDialog(creator.id, work.id)}
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
