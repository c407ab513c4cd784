import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues } from 'react-hook-form'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { newClientId } from '../../lib/client-id.ts'
import type { Draft } from '../../lib/draft.ts'
import type { Unsent } from '../compose/compose-draft.ts'
import { focusProblem } from '../../../lib/forms/focus-problem.ts'
import { resolverOf, type Along, type Problems } from '../compose/compose-problems.ts'
import { useSendWritten } from '../compose/compose-send.ts'

interface AnswerOptions<F extends FieldValues> {
  viewerId: string
  /** Of this form and this inquiry. */
  draft: Draft<Unsent<F>>
  empty: F
  check: (fields: F) => Problems
  send: (fields: F, clientId: string) => Promise<Message>
  labels: Readonly<Record<string, string>>
  said: (fields: F) => { title: string; line: string; failed: string }
  explain?: (error: unknown) => string | null
  onSent: (message: Message) => void
}

/** An answer to an inquiry, kept as a draft until it has arrived. */
export function useAnswer<F extends FieldValues>(options: AnswerOptions<F>) {
  const { viewerId, empty, check, send, labels, explain, onSent } = options
  const [draft] = useState(options.draft)
  const [kept] = useState(() => draft.read(localStorage, viewerId))
  const [clientId, setClientId] = useState(() => kept?.clientId ?? newClientId())
  const form = useForm<F, Along>({
    defaultValues: (kept?.fields ?? empty) as DefaultValues<F>,
    resolver: resolverOf(check),
    shouldFocusError: false,
  })
  const fields = useWatch({ control: form.control }) as F
  /** Known at once, where the state of the sending comes with the next drawing: two clicks are one answer. */
  const isGone = useRef(false)
  const sending = useSendWritten<F, F>({
    form,
    send: (typed) => send(typed, clientId),
    labels,
    said: options.said(fields),
    ...(explain === undefined ? {} : { explain }),
    leadsThere: false,
    onTaken: () => setClientId(newClientId()),
    onSent: (message) => {
      draft.drop(localStorage, viewerId)
      onSent(message)
    },
  })
  const isSent = sending.isSuccess
  useEffect(() => {
    if (!isSent) draft.keep(localStorage, viewerId, { clientId, fields, mediaIds: [] })
  })
  const answer = (typed: F) => {
    if (isGone.current) return
    isGone.current = true
    sending.mutate(typed, { onError: () => (isGone.current = false) })
  }
  return {
    control: form.control,
    fields,
    submit: (element: HTMLFormElement) =>
      void form.handleSubmit(answer, () => focusProblem(element))(),
    isSending: sending.isPending,
    /** Something is typed that waits as a draft when the dialog is shut. */
    isKept: JSON.stringify(fields) !== JSON.stringify(empty),
  }
}
