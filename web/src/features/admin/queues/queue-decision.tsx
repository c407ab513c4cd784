import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { ApiError, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import type { QueryEndpoint } from '@plinth/contract/http/query-key.ts'
import { focusProblem } from '../../../lib/forms/focus.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button, type ButtonProps } from '../../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Trouble } from '../../../ui/feedback/trouble.tsx'
import { FreshSignIn } from '../fresh-sign-in.tsx'
import { isStale } from '../is-stale.ts'
import { refreshQueue } from './queue-api.ts'
import { queueTexts as texts } from './queue-texts.ts'

export interface QueueWay<W extends string> {
  way: W
  /** What will be done, with its sum: `Keep the work, close 2 reports`. */
  words: string
  busy: string
  /** What is said once it is done. */
  done: string
  look: ButtonProps['variant']
  /** It can be done without a word. */
  isWordless?: boolean
  /** What is asked before it is done. */
  asks?: QueueQuestion | undefined
}

interface QueueQuestion {
  title: string
  description: string
  keep: string
}

interface QueueDecisionProps<W extends string> {
  viewerId: string
  /** What the decision is about: the reason is kept under its name until it is sent. */
  subject: string
  label: string
  hint?: string
  maxLength: number
  ways: readonly QueueWay<W>[]
  /** Whether a field among the children is wrong for this way: it is marked then, and takes the focus. */
  isWrong?: (way: W) => boolean
  /** The queue that it leaves. */
  queue: QueryEndpoint
  send: (way: W, reason: string, idempotencyKey: string) => Promise<unknown>
  onDone: () => void
  children?: ReactNode
}

/** A reason in writing and the ways to decide. What was typed outlives a failure, a reload and a sign-in. */
export function QueueDecision<W extends string>({
  viewerId,
  subject,
  label,
  hint,
  maxLength,
  ways,
  isWrong,
  queue,
  send,
  onDone,
  children,
}: QueueDecisionProps<W>) {
  const client = useQueryClient()
  const reason = useTextDraft(`decision.${subject}`, viewerId)
  const [isMissing, setMissing] = useState(false)
  const [asked, setAsked] = useState<QueueWay<W> | null>(null)
  const formId = useId()
  const deciding = useSendOnce({
    send: ({ way, words }: { way: W; words: string }, key) => send(way, words, key),
    onSent: (_, { way }) => {
      setAsked(null)
      reason.drop()
      toast({ title: ways.find((one) => one.way === way)?.done ?? '', variant: 'success' })
      onDone()
      void refreshQueue(client, queue)
    },
    onFailed: (error) => {
      setAsked(null)
      // Somebody else was quicker: what is on show is old.
      if (error instanceof ApiError && error.code === 'conflict') void refreshQueue(client, queue)
    },
  })
  const { error, isSending } = deciding
  const sent = isSending ? deciding.body?.way : undefined
  const run = ({ way }: QueueWay<W>) => deciding.send({ way, words: reason.text.trim() })
  const decide = (way: QueueWay<W>) => {
    const lacksReason = way.isWordless !== true && reason.text.trim() === ''
    setMissing(lacksReason)
    const isRefused = isWrong?.(way.way) === true || lacksReason
    const form = document.getElementById(formId)
    if (isRefused && form !== null) focusProblem(form)
    else if (way.asks === undefined) run(way)
    else setAsked(way)
  }
  const isQuiet = error === null || isStale(error) || isUnauthorized(error)
  return (
    <div id={formId} className="mt-6 grid gap-4">
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
      {isQuiet ? null : <Trouble words={sentenceOf(error, texts.notDone)} />}
      <div className="flex flex-wrap gap-3">
        {ways.map((way) => (
          <Button
            key={way.way}
            variant={way.look}
            className={way.look === 'primary' ? 'max-w-full flex-auto whitespace-normal!' : ''}
            busy={sent === way.way && way.busy}
            // The one that was pressed keeps the focus for when it fails.
            disabled={isSending && sent !== way.way}
            onClick={() => decide(way)}
          >
            {way.words}
          </Button>
        ))}
      </div>
      <QueueAsk way={asked} isBusy={isSending} onClose={() => setAsked(null)} onConfirm={run} />
      <FreshSignIn open={isStale(error)} onClose={() => deciding.reset()} />
    </div>
  )
}

/** While it closes it still says what it asked. */
function QueueAsk<W extends string>({
  way,
  isBusy,
  onClose,
  onConfirm,
}: {
  way: QueueWay<W> | null
  isBusy: boolean
  onClose: () => void
  onConfirm: (way: QueueWay<W>) => void
}) {
  const [last, setLast] = useState(way)
  if (way !== null && way !== last) setLast(way)
  return last?.asks === undefined ? null : (
    <ConfirmDialog
      {...last.asks}
      open={way !== null}
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      confirm={last.words}
      busy={isBusy && last.busy}
      onConfirm={() => onConfirm(last)}
    />
  )
}
