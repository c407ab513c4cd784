import '../../styles/answer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { TIMELINES } from '@plinth/contract/inquiry-terms.ts'
import { sendQuote, type Message } from '@plinth/contract/messages.ts'
import { dayOf } from '../../lib/ago.ts'
import { ApiError, call } from '../../lib/api.ts'
import { fullName, price as sumOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useViewer } from '../session/use-viewer.ts'
import {
  EMPTY_QUOTE,
  priceOf,
  quoteBodyOf,
  quoteProblems,
  type QuoteFields,
} from './answer-fields.ts'
import { QuotePaper } from './answer-quote-paper.tsx'
import { answerTexts } from './answer-texts.ts'
import { useAnswer } from './answer-writing.ts'
import { timelineOf } from './inquiry-fields.ts'
import { takeInMessage } from './message-cache.ts'

const texts = answerTexts.quote

interface QuoteDialogProps {
  inquiry: Message
  open: boolean
  /** A price in its halves, as the conversation shows it. */
  renderSums: (price: number) => ReactNode
  onClose: () => void
}

/** Answers a business inquiry with a price; at the right stands what the client will see. */
export const QuoteDialog = ({ inquiry, open, renderSums, onClose }: QuoteDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(stays) => {
      if (!stays) onClose()
    }}
    title={texts.title}
    titleHidden
    width="wide"
    bare
    className="answer-dialog"
  >
    <QuoteForm key={inquiry.id} inquiry={inquiry} renderSums={renderSums} onDone={onClose} />
    <DialogClose className="answer-close" />
  </Dialog>
)

function QuoteForm({
  inquiry,
  renderSums,
  onDone,
}: Pick<QuoteDialogProps, 'inquiry' | 'renderSums'> & { onDone: () => void }) {
  const client = useQueryClient()
  const formId = useId()
  const viewer = useViewer()
  const [today] = useState(() => dayOf(new Date().toISOString()))
  const asker = inquiry.sender.firstName
  const answer = useAnswer<QuoteFields>({
    viewerId: inquiry.receiverId,
    name: `quote.${inquiry.id}`,
    empty: EMPTY_QUOTE,
    check: quoteProblems,
    send: (fields, clientId) =>
      call(sendQuote, { params: { id: inquiry.id }, body: { ...quoteBodyOf(fields), clientId } }),
    labels: { price: texts.price, timeline: texts.timeline, content: texts.note },
    said: (fields) => ({
      title: texts.sent,
      line: texts.sentLine(asker, sumOf(priceOf(fields) ?? 0)),
      failed: texts.failed,
    }),
    // A creator when the dialog opened, and no longer.
    explain: (error) =>
      error instanceof ApiError && error.code === 'creator.required'
        ? texts.creatorsOnly(asker)
        : null,
    onSent: () => {
      // A quote takes an earlier decline back.
      takeInMessage(client, { ...inquiry, declinedAt: null })
      onDone()
    },
  })
  const { fields } = answer
  const price = priceOf(fields)
  return (
    <form
      id={formId}
      noValidate
      className="answer"
      onSubmit={(event) => {
        event.preventDefault()
        answer.submit(event.currentTarget)
      }}
    >
      <div className="answer-form">
        <div className="answer-head">
          <h2 aria-hidden className="display text-32 text-ink">
            {texts.title}
          </h2>
          <p className="text-14 text-ink-2">
            {texts.for} <strong className="text-ink">{fullName(inquiry.sender)}</strong>
            {inquiry.work === null ? null : (
              <>
                {texts.about} <em className="work-title text-ink">{inquiry.work.title}</em>
              </>
            )}
          </p>
        </div>
        {viewer?.isCreator === false ? (
          <p
            role="alert"
            className="rounded-control bg-warning-wash px-4 py-3 text-14 text-warning"
          >
            {texts.creatorsOnly(asker)}
          </p>
        ) : null}
        <QuoteFieldsOf answer={answer} inquiry={inquiry} />
      </div>
      <div className="answer-seen">
        <p className="text-14 text-ink-3">{texts.seenBy(asker)}</p>
        <QuotePaper
          price={price}
          renderSums={renderSums}
          timeline={timelineOf(fields) ?? null}
          note={fields.content}
          from={fullName(inquiry.receiver)}
          date={today}
        />
        <div className="answer-decision">
          <p className="text-14 text-ink-2">{texts.readBy(asker)}</p>
          <div className="flex gap-3">
            <Button size={52} className="max-tablet:hidden" onClick={onDone}>
              {answer.isKept ? answerTexts.keepDraft : answerTexts.cancel}
            </Button>
            <Button
              type="submit"
              variant="primary"
              size={52}
              className="flex-1"
              disabled={viewer?.isCreator === false}
              busy={answer.isSending && answerTexts.sending}
            >
              <span className="tnum">
                {price === null ? texts.send : texts.sendSum(sumOf(price))}
              </span>
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}

type QuoteAnswer = ReturnType<typeof useAnswer<QuoteFields>>

function QuoteFieldsOf({
  answer: { control },
  inquiry: { sender, budget, timeline },
}: {
  answer: QuoteAnswer
  inquiry: Message
}) {
  return (
    <>
      <Controller
        control={control}
        name="price"
        render={({ field, fieldState }) => (
          <Field
            label={texts.price}
            hint={budget === null ? undefined : texts.budgetOf(sender.firstName, budget)}
            error={fieldState.error?.message}
            required
            className="tablet:max-w-80"
          >
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                prefix="$"
                inputMode="decimal"
                autoComplete="off"
                className="tnum"
              />
            )}
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
            value={timelineOf({ timeline: value })}
            onValueChange={onChange}
            placeholder={texts.choose}
            {...(timeline === null ? {} : { hint: texts.timelineOf(sender.firstName, timeline) })}
            optional
          />
        )}
      />
      <Controller
        control={control}
        name="content"
        render={({ field, fieldState }) => (
          <Field
            label={texts.note}
            error={fieldState.error?.message}
            optional
            className="answer-note"
          >
            {(aria) => <TextArea {...aria} {...field} className="flex-1" />}
          </Field>
        )}
      />
    </>
  )
}
