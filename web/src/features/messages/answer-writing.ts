import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type DefaultValues } from 'react-hook-form'
import type { Message } from '@plinth/contract/messages.ts'
import { newClientId } from '../../lib/client-id.ts'
import { unsentDraft, type TextFields } from './compose-draft.ts'
import { focusProblem, resolverOf, type Along, type Problems } from './compose-problems.ts'
import { useSendWritten } from './compose-send.ts'

interface AnswerOptions<F extends TextFields> {
  viewerId: string
  /** Names the draft: the form and the inquiry. */
  name: string
  empty: F
  check: (fields: F) => Problems
  send: (fields: F, clientId: string) => Promise<Message>
  labels: Readonly<Record<string, string>>
  said: (fields: F) => { title: string; line: string; failed: string }
  explain?: (error: unknown) => string | null
  onSent: (message: Message) => void
}

/** An answer to an inquiry, kept as a draft until it has arrived. */
export function useAnswer<F extends TextFields>(options: AnswerOptions<F>) {
  const { viewerId, name, empty, check, send, labels, explain, onSent } = options
  const [draft] = useState(() => unsentDraft(name, empty))
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
    isKept: Object.keys(empty).some((field) => fields[field] !== empty[field]),
  }
}
