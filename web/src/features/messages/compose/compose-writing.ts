import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch, type DefaultValues } from 'react-hook-form'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import { call, type CallInput } from '../../../lib/api/api.ts'
import { newClientId } from '../../lib/client-id.ts'
import { isPaused, isRefused } from '../../lib/sent-files.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { unsentDraft, type TextFields } from './compose-draft.ts'
import { focusProblem } from '../../../lib/forms/focus-problem.ts'
import { resolverOf, type Along, type Problems } from './compose-problems.ts'
import { useRestored } from './compose-restored.ts'
import { useSendWritten } from './compose-send.ts'
import { composeTexts as texts } from './compose-texts.ts'
import { useMessageUploads } from './compose-uploads.ts'

type MessageBody = CallInput<typeof sendMessage>['body']

interface WritingOptions<F extends TextFields> {
  viewerId: string
  /** Names the draft: the form, whom it is for and what it is about. */
  name: string
  empty: F
  check: (fields: F, along: Along) => Problems
  bodyOf: (fields: F) => MessageBody
  labels: Readonly<Record<string, string>>
  said: { title: string; line: string; failed: string }
  /** How many files have not arrived. */
  onUnarrived: (files: number) => void
  onDone: () => void
}

const refuse = (title: string, description: string) =>
  toast({ title, description, variant: 'destructive' })

/** A new message with its files, kept as a draft until it has arrived. */
export function useWriting<F extends TextFields>(options: WritingOptions<F>) {
  const { viewerId, name, empty, bodyOf, onUnarrived, onDone } = options
  const [draft] = useState(() => unsentDraft(name, empty))
  const [kept, setKept] = useState(() => draft.read(localStorage, viewerId))
  const [clientId, setClientId] = useState(() => kept?.clientId ?? newClientId())
  const uploads = useMessageUploads(viewerId)
  const { files, pending } = uploads
  const sound = files.filter((file) => !isRefused(file))
  const form = useForm<F, Along>({
    defaultValues: (kept?.fields ?? empty) as DefaultValues<F>,
    resolver: resolverOf(options.check),
    shouldFocusError: false,
    context: { files: sound.length },
  })
  const fields = useWatch({ control: form.control }) as F
  const restored = useRestored(kept?.mediaIds ?? [], uploads.restore)
  /** Pressed while files were on their way: it goes out with the last of them. */
  const [armed, setArmed] = useState<{ refused: number; element: HTMLFormElement } | null>(null)
  const sending = useSendWritten<F, MessageBody>({
    form,
    send: (body) => call(sendMessage, { body }),
    labels: options.labels,
    said: options.said,
    onTaken: () => setClientId(newClientId()),
    onSent: () => {
      draft.drop(localStorage, viewerId)
      onDone()
    },
  })
  const isOver = sending.isPending || sending.isSuccess
  /** Known at once, where the state of the sending comes with the next drawing: two clicks are one message. */
  const isGone = useRef(false)

  const unarrived = pending + files.filter(isPaused).length
  const tellUnarrived = useEffectEvent(onUnarrived)
  useEffect(() => tellUnarrived(unarrived), [unarrived])
  useEffect(() => () => tellUnarrived(0), [])

  // What a draft remembers is not written over before it is known what is left of it.
  const isSettled = restored !== null && !sending.isSuccess
  const mediaIds = [...uploads.mediaIds, ...(restored?.unsure ?? [])]
  useEffect(() => {
    if (isSettled) draft.keep(localStorage, viewerId, { clientId, fields, mediaIds })
  })

  const send = (typed: F, element: HTMLFormElement) => {
    const refused = files.length - sound.length
    setArmed(pending > 0 ? (armed ?? { refused, element }) : null)
    if (pending > 0 || isGone.current) return
    // Nobody meant to send it without a file that turned out meanwhile to be none.
    if (armed !== null && refused > armed.refused) return
    const paused = sound.find(isPaused)
    const broken = sound.find(({ upload }) => upload.phase === 'broken')
    if (paused) refuse(texts.files.pausedTitle, texts.files.paused(paused.name))
    else if (broken) refuse(texts.files.brokenTitle, texts.files.broken(broken.name))
    else {
      isGone.current = true
      sending.mutate(
        { ...bodyOf(typed), mediaIds: uploads.mediaIds, clientId },
        { onError: () => (isGone.current = false) },
      )
    }
  }
  const submit = (element: HTMLFormElement) => {
    if (isOver) return
    const explain = () => {
      setArmed(null)
      focusProblem(element)
    }
    void form.handleSubmit((typed) => send(typed, element), explain)()
  }
  const goOn = useEffectEvent(() => {
    if (armed !== null) submit(armed.element)
  })
  useEffect(() => {
    if (pending === 0) goOn()
  }, [pending])

  return {
    control: form.control,
    uploads,
    /** What came back of an unsent one; null where nothing did. */
    restored: kept === null ? null : restored,
    discard: () => {
      uploads.removeAll()
      draft.drop(localStorage, viewerId)
      form.reset(empty)
      setClientId(newClientId())
      setKept(null)
    },
    submit: (element: HTMLFormElement) => {
      if (armed === null) submit(element)
    },
    isSending: sending.isPending,
    /** So many files are waited for; null when nobody has pressed yet. */
    waiting: armed === null ? null : pending,
  }
}
