import '../../../styles/deal.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { sendQuote, type Message } from '@plinth/contract/messages/messages.ts'
import { ApiError, call } from '../../../lib/api/api.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { isDay } from '../../../lib/format/days.ts'
import { fullName, price as sumOf } from '../../../lib/format/format.ts'
import { picksOf } from '../../../lib/format/picks.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, DialogClose, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { useViewer } from '../../session/use-viewer.ts'
import { cacheMessage } from '../message-cache.ts'
import {
  priceOf,
  quoteBodyOf,
  quoteDraft,
  quoteProblems,
  stepsOf,
  type QuoteFields,
} from './answer-fields.ts'
import { QuoteFieldsOf } from './answer-quote-fields.tsx'
import { QuoteSums } from './answer-quote-sums.tsx'
import { answerTexts } from './answer-texts.ts'
import { useAnswerForm } from './use-answer-form.ts'

const texts = answerTexts.quote

interface QuoteDialogProps {
  inquiry: Message
  open: boolean
  onClose: () => void
}

/** Answers a business inquiry with a price, beside a preview of what the client will see. */
export const QuoteDialog = ({ inquiry, open, onClose }: QuoteDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.title}
    titleHidden
    width="wide"
    bare
    className="deal-dialog"
  >
    <QuoteForm key={inquiry.id} inquiry={inquiry} onDone={onClose} />
    <DialogClose className="deal-close" />
  </Dialog>
)

function QuoteForm({
  inquiry,
  onDone,
}: Pick<QuoteDialogProps, 'inquiry'> & { onDone: () => void }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const [today] = useState(() => dayOf(new Date().toISOString()))
  const asker = inquiry.sender.firstName
  const answer = useAnswerForm<QuoteFields>({
    viewerId: inquiry.receiverId,
    draft: quoteDraft(inquiry.id),
    check: (typed) => quoteProblems(typed),
    send: (fields, clientId) =>
      call(sendQuote, { params: { id: inquiry.id }, body: { ...quoteBodyOf(fields), clientId } }),
    sentTexts: (fields) => ({
      title: texts.sent,
      line: texts.sentLine(asker, sumOf(priceOf(fields) ?? 0)),
      failed: texts.failed,
    }),
    // The viewer was a creator when the dialog opened, but no longer is.
    explain: (error) =>
      error instanceof ApiError && error.code === 'creator.required'
        ? texts.creatorsOnly(asker)
        : null,
    onSent: () => {
      // A quote withdraws an earlier decline.
      cacheMessage(client, { ...inquiry, declinedAt: null })
      onDone()
    },
  })
  const { fields } = answer
  const price = priceOf(fields)
  return (
    <form noValidate className="deal" onSubmit={answer.submit}>
      <div className="deal-form">
        <div className="deal-head">
          <h2 aria-hidden className="display text-32 text-ink max-tablet:text-24">
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
        <QuoteFieldsOf control={answer.control} deliverBy={fields.deliverBy} inquiry={inquiry} />
      </div>
      <div className="deal-seen">
        <p className="text-14 text-ink-3">{texts.seenBy(asker)}</p>
        <QuotePaper
          price={price}
          sums={
            <QuoteSums
              price={price ?? 0}
              deliverBy={isDay(fields.deliverBy) ? fields.deliverBy : null}
              picks={picksOf(fields.picks) ?? null}
              milestones={stepsOf(fields)}
            />
          }
          note={fields.content}
          from={fullName(inquiry.receiver)}
          date={today}
        />
        <div className="deal-decision">
          <p className="text-14 text-ink-2">{texts.readBy(asker)}</p>
          <div className="flex gap-3">
            <Button size={52} className="max-tablet:hidden" onClick={onDone}>
              {answer.hasDraft ? answerTexts.keepDraft : answerTexts.cancel}
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

interface QuotePaperProps {
  /** Null until one is entered. */
  price: number | null
  /** The deposit, the balance and the milestones, as the conversation shows them. */
  sums: ReactNode
  note: string
  from: string
  /** `20 Nov`. */
  date: string
}

/** A quote as the client sees it. */
export const QuotePaper = ({ price, sums, note, from, date }: QuotePaperProps) => (
  <section aria-label={texts.paper} className="slip">
    <div className="slip-head">
      <h3 className="display text-24 text-paper-ink">{texts.paper}</h3>
      <p className="slip-aside">{texts.from(from, date)}</p>
    </div>
    {price === null ? (
      <p className="display mt-2 text-20 text-paper-ink-2">{texts.noPrice}</p>
    ) : (
      <>
        <p className="display slip-sum tnum">{sumOf(price)}</p>
        {sums}
      </>
    )}
    {note.trim() === '' ? null : (
      <p className="mt-4 text-14 break-words whitespace-pre-line">{note.trim()}</p>
    )}
  </section>
)
