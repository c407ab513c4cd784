import './hire.css'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import { Controller } from 'react-hook-form'
import { TIMELINES } from '@plinth/contract/messages/inquiry.ts'
import { splitDeposit } from '@plinth/contract/money/split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName, price } from '../../../lib/format/format.ts'
import { inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { timelineOf, type HiredWork } from './hire-fields.ts'
import type { FromBoard } from './hire-references.tsx'
import { hireTexts as texts } from './hire-texts.ts'
import { useHireForm } from './use-hire-form.ts'
import type { RestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratingWords } from '../../../lib/format/format.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { WorkHead } from '../../../ui/wall/work-head.tsx'
import { depositRules, depositRulesTitle } from '../../../lib/format/deposit-rules.ts'
import { RuleList } from '../../../ui/layout/rule-list.tsx'
import { TermsSentence } from '../../../ui/layout/terms-sentence.tsx'
import { PaperSlip, SlipLines } from '../slip.tsx'

const HireReferences = lazy(async () => ({
  default: (await import('./hire-references.tsx')).HireReferences,
}))

interface HireFormProps {
  work: HiredWork
  creator: Creator
  viewerId: string
  FromBoard: FromBoard
  onClose: () => void
  onRefused: () => void
  /** Called with the number of files that have not been uploaded. */
  onUnarrived: (files: number) => void
}

/** A request with its deposit. What was written and uploaded is kept as a draft until the deposit is paid. */
export function HireForm({
  work,
  creator,
  viewerId,
  FromBoard,
  onClose,
  ...events
}: HireFormProps) {
  const titleId = useId()
  const { control, uploads, restored, waiting, isLeaving, submit, discard } = useHireForm({
    work,
    creator,
    viewerId,
    ...events,
  })
  const deposit = splitDeposit(dollarsToCents(work.startingPrice) ?? 0).deposit / 100
  return (
    <form noValidate aria-labelledby={titleId} className="deal" onSubmit={submit}>
      <div className="deal-form">
        <h2
          id={titleId}
          aria-hidden
          className="display deal-head text-32 text-ink max-tablet:text-24"
        >
          {texts.title(fullName(creator))}
        </h2>
        <HireHead work={work} creator={creator} />
        {restored === null ? null : <RestoredDraft restored={restored} onDiscard={discard} />}
        <FormField
          control={control}
          name="description"
          label={texts.details}
          hint={texts.detailsHint(creator.firstName)}
          required
          className="hire-details"
        >
          {(aria, field) => <TextArea {...aria} {...field} className="flex-1" />}
        </FormField>
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
        <Controller
          control={control}
          name="references"
          render={({ field: { value, onChange } }) => (
            <Suspense fallback={<div className="h-30" />}>
              <HireReferences
                viewerId={viewerId}
                creator={creator.firstName}
                uploads={uploads}
                chosen={value}
                onChange={onChange}
                FromBoard={FromBoard}
              />
            </Suspense>
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
        <HireSlip total={work.startingPrice} creator={creator.firstName} />
        <div className="deal-decision">
          <p className="text-14 text-ink-2">
            {texts.deposit} <TermsSentence by="paying" />
          </p>
          <div className="flex gap-3">
            <Button size={52} className="max-tablet:hidden" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button
              type="submit"
              variant="primary"
              size={52}
              className="flex-1"
              busy={(isLeaving && texts.sending) || (waiting !== null && texts.waiting(waiting))}
            >
              <span className="tnum">{texts.send(price(deposit))}</span>
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}

/** Shows that a draft was restored and which files are missing, with a button to discard it. */
const RestoredDraft = ({
  restored: { gone, unsure },
  onDiscard,
}: {
  restored: RestoredFiles
  onDiscard: () => void
}) => (
  <p className="text-14 text-ink-2">
    <span role="status">
      {texts.restored}
      {gone === 0 ? null : ` ${texts.filesGone(gone)}`}
      {unsure.length === 0 ? null : ` ${texts.filesUnsure}`}
    </span>{' '}
    <button type="button" className="text-link hit" onClick={onDiscard}>
      {texts.discard}
    </button>
  </p>
)

const MAX_SIZE = { width: 282, high: 'clamp(84px, 100dvh - 720px, 188px)' }

/** The work on its ledge, its price, and its creator. */
const HireHead = ({ work, creator }: { work: HiredWork; creator: Creator }) => (
  <WorkHead
    title={work.title}
    picture={pictureSources(work.picture)}
    ratio={ratioOf(work.picture)}
    maxSize={MAX_SIZE}
    face={
      <span className="max-tablet:hidden">
        <Avatar {...faceOf(creator)} silent size={44} />
      </span>
    }
  >
    <p className="text-14 text-ink-3">
      {work.category}, {texts.startingPrice}{' '}
      <span className="tnum font-semibold text-ink">{price(work.startingPrice)}</span>
    </p>
    {work.rating === null ? null : (
      <p className="tnum text-14 text-ink-3">{ratingWords(work.rating)}</p>
    )}
  </WorkHead>
)

/** The costs of a hire now and later, who gets them, and all refund rules. */
function HireSlip({ total, creator }: { total: number; creator: string }) {
  const { deposit, remainder } = splitDeposit(dollarsToCents(total) ?? 0)
  const words = texts.slip
  return (
    <PaperSlip
      title={words.title(price(total))}
      heading="h3"
      parts={[
        { share: deposit, state: 'paid' },
        { share: remainder, state: 'due' },
      ]}
    >
      <SlipLines
        lines={[
          { what: words.now, value: deposit / 100, note: words.nowNote },
          {
            what: words.later,
            value: remainder / 100,
            note: words.laterNote(creator, price(total)),
          },
          { what: words.plinth, value: 0, note: words.plinthNote(creator) },
        ]}
      />
      <h4 className="display mt-3 text-16 text-paper-ink">{depositRulesTitle}</h4>
      <RuleList rules={depositRules(creator, price(deposit / 100))} />
    </PaperSlip>
  )
}
