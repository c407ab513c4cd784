import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { ApiError, asksToSignIn, sentenceOf } from '../../../lib/api/api.ts'
import type { QueryEndpoint } from '@plinth/contract/http/query-key.ts'
import { focusProblem } from '../../../lib/forms/focus.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button, type ButtonProps } from '../../../ui/actions/button.tsx'
import { ConfirmDialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import type { Addressee } from '@plinth/contract/moderation/answers.ts'
import { AnswerPicker } from '../answers/answer-picker.tsx'
import { refreshQueue } from './queue-api.ts'
import { queueTexts as texts } from './queue-texts.ts'

export interface DecisionOption<W extends string> {
  way: W
  /** The button's label, with numbers where they matter: `Keep the work, close 2 reports`. */
  words: string
  busy: string
  /** The toast after success. */
  done: string
  variant: ButtonProps['variant']
  /** No reason is needed. */
  needsNoReason?: boolean
  /** A question to confirm first. */
  question?: DecisionQuestion | undefined
}

interface DecisionQuestion {
  title: string
  description: string
  keep: string
}

/** Who will be told, and the words. */
export type DecisionLine = readonly [who: string, words: string]

interface DecisionFormProps<W extends string> {
  viewerId: string
  /** Name under which the draft of the reason is saved until it is sent. */
  subject: string
  label: string
  hint?: string
  maxLength: number
  options: readonly DecisionOption<W>[]
  /** Whether a field among the children is invalid for this choice. The field then shows its error and gets the focus. */
  isWrong?: (way: W) => boolean
  /** The queue to reload afterwards. */
  queue: QueryEndpoint
  send: (way: W, reason: string, idempotencyKey: string) => Promise<unknown>
  onDone: () => void
  /** Who reads the reason, and about what, for canned answers. */
  addressee?: Addressee
  /** Shows what others will be told, from the reason typed so far. */
  preview?: ((reason: string) => readonly DecisionLine[]) | undefined
  children?: ReactNode
}

const NOBODY: Addressee = {}

/** A reason and a button for each decision. The draft survives a failure, a reload and a sign-in. */
export function DecisionForm<W extends string>({
  viewerId,
  subject,
  label,
  hint,
  maxLength,
  options,
  isWrong,
  queue,
  send,
  onDone,
  addressee = NOBODY,
  preview,
  children,
}: DecisionFormProps<W>) {
  const client = useQueryClient()
  const reason = useTextDraft(`decision.${subject}`, viewerId)
  const [isMissing, setMissing] = useState(false)
  const [asked, setAsked] = useState<DecisionOption<W> | null>(null)
  const formId = useId()
  const deciding = useSendOnce({
    resume: `decision.${subject}`,
    send: ({ way, words }: { way: W; words: string }, key) => send(way, words, key),
    onSent: (_, { way }) => {
      setAsked(null)
      reason.drop()
      toast({ title: options.find((one) => one.way === way)?.done ?? '', variant: 'success' })
      onDone()
      void refreshQueue(client, queue)
    },
    onFailed: (error) => {
      setAsked(null)
      // Somebody else decided first, so the list is outdated.
      if (error instanceof ApiError && error.code === 'conflict') void refreshQueue(client, queue)
    },
  })
  const { error, isSending } = deciding
  const sent = isSending ? deciding.body?.way : undefined
  const run = ({ way }: DecisionOption<W>) => deciding.send({ way, words: reason.text.trim() })
  const decide = (way: DecisionOption<W>) => {
    const lacksReason = way.needsNoReason !== true && reason.text.trim() === ''
    setMissing(lacksReason)
    const isRefused = isWrong?.(way.way) === true || lacksReason
    const form = document.getElementById(formId)
    if (isRefused && form !== null) focusProblem(form)
    else if (way.question === undefined) run(way)
    else setAsked(way)
  }
  const isQuiet = error === null || asksToSignIn(error)
  return (
    <div id={formId} className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
      {children}
      <Field
        label={label}
        hint={hint}
        error={isMissing && reason.text.trim() === '' ? texts.reasonMissing : undefined}
      >
        {(aria) => (
          <TextArea
            {...aria}
            rows={3}
            maxLength={maxLength}
            value={reason.text}
            onChange={({ target }) => reason.setText(target.value)}
          />
        )}
      </Field>
      <AnswerPicker
        text={reason.text}
        onText={reason.setText}
        maxLength={maxLength}
        addressee={addressee}
      />
      {preview === undefined ? null : <Preview lines={preview(reason.text.trim())} />}
      {isQuiet ? null : <ErrorText text={sentenceOf(error, texts.notDone)} />}
      <div className="flex flex-wrap gap-3">
        {options.map((way) => (
          <Button
            key={way.way}
            variant={way.variant}
            className={way.variant === 'primary' ? 'max-w-full flex-auto whitespace-normal!' : ''}
            busy={sent === way.way && way.busy}
            // The pressed button stays enabled, so that it keeps the focus if the request fails.
            disabled={isSending && sent !== way.way}
            onClick={() => decide(way)}
          >
            {way.words}
          </Button>
        ))}
      </div>
      <DecisionDialog
        way={asked}
        isBusy={isSending}
        onClose={() => setAsked(null)}
        onConfirm={run}
      />
    </div>
  )
}

const Preview = ({ lines }: { lines: readonly DecisionLine[] }) => (
  <section aria-label={texts.preview} className="rounded-control bg-surface-2 p-4 text-14">
    <h4 className="font-semibold text-ink">{texts.preview}</h4>
    <dl className="mt-2 grid gap-2">
      {lines.map(([who, words]) => (
        <div key={who}>
          <dt className="text-ink-3">{who}</dt>
          <dd className="wrap-anywhere whitespace-pre-line text-ink">{words.trim()}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** A button that takes back something of the viewer's own. */
export function WithdrawButton({
  says,
  words,
  busy,
  done,
  queue,
  send,
  onDone,
}: {
  says: string
  words: string
  busy: string
  done: string
  queue: QueryEndpoint
  send: (idempotencyKey: string) => Promise<unknown>
  onDone: () => void
}) {
  const client = useQueryClient()
  const sending = useSendOnce({
    send: (_: null, key) => send(key),
    onSent: () => {
      toast({ title: done, variant: 'success' })
      onDone()
      void refreshQueue(client, queue)
    },
    onFailed: () => void refreshQueue(client, queue),
  })
  const { error } = sending
  return (
    <div className="mt-6 grid justify-items-start gap-3">
      <p className="text-14 text-ink-2">{says}</p>
      {error === null || asksToSignIn(error) ? null : (
        <ErrorText text={sentenceOf(error, texts.notDone)} />
      )}
      <Button busy={sending.isSending && busy} onClick={() => sending.send(null)}>
        {words}
      </Button>
    </div>
  )
}

/** The question to confirm. It keeps its text while it closes. */
function DecisionDialog<W extends string>({
  way,
  isBusy,
  onClose,
  onConfirm,
}: {
  way: DecisionOption<W> | null
  isBusy: boolean
  onClose: () => void
  onConfirm: (way: DecisionOption<W>) => void
}) {
  const [last, setLast] = useState(way)
  if (way !== null && way !== last) setLast(way)
  return last?.question === undefined ? null : (
    <ConfirmDialog
      {...last.question}
      open={way !== null}
      onOpenChange={whenClosed(onClose)}
      confirm={last.words}
      busy={isBusy && last.busy}
      onConfirm={() => onConfirm(last)}
    />
  )
}
