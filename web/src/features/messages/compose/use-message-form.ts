import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Held } from '@plinth/contract/http/held.ts'
import { sendMessage, type Message } from '@plinth/contract/messages/messages.ts'
import { call, sentenceOf, type CallInput } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useFilesForm } from '../../../lib/forms/use-files-form.ts'
import { useRestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { isPaused, isRefused, type UploadFile } from '../../../lib/uploads/files.ts'
import { toast, showError } from '../../../ui/feedback/toast.ts'
import { composeTexts as texts } from './compose-texts.ts'
import { useMessageUploads } from './compose-files.tsx'
import { cacheMessage } from '../message-cache.ts'

/** Fields of a form with text only. */
type TextFields = Record<string, string>
type MessageBody = CallInput<typeof sendMessage>['body']

/** The text of the toasts after a message was sent, or failed to be sent. */
export interface SentTexts {
  title: string
  line: string
  failed: string
}

/** Shows that a message was not sent. What was typed stays in the form. */
export const showNotSent = (error: Error, isTaken: boolean, failed: string) =>
  showError(texts.errorTitle, isTaken ? texts.arrivedBefore : sentenceOf(error, failed))

interface MessageFormOptions<F extends TextFields> {
  viewerId: string
  /** Names the draft by its form, receiver and work. */
  name: string
  empty: F
  /** `files` is how many are attached. */
  check: (fields: F, files: number) => Problems
  bodyOf: (fields: F) => MessageBody
  sentTexts: SentTexts
  /** Called with the number of files that have not been uploaded. */
  onUnarrived: (files: number) => void
  onDone: () => void
}

/** A form for a new message with files, saved as a draft until it has arrived. */
export function useMessageForm<F extends TextFields>(options: MessageFormOptions<F>) {
  const { viewerId, name, empty, sentTexts, onUnarrived, onDone } = options
  const client = useQueryClient()
  const router = useRouter()
  const draft = useDraft<F>({ name, owner: viewerId, empty })
  const uploads = useMessageUploads(viewerId)
  const restored = useRestoredFiles(draft.saved?.files ?? [], {
    onFound: uploads.restore,
    isUsable: ({ state }) => state !== 'failed',
  })
  const { files, mediaIds } = uploads
  return useFilesForm<F, Message | Held>({
    empty,
    draft,
    uploads,
    restored,
    onUnarrived,
    check: (fields) => options.check(fields, files.filter((file) => !isRefused(file)).length),
    isReady: (sound, isShort) => !isShort && hasAllArrived(sound),
    send: (fields, clientId) =>
      call(sendMessage, { body: { ...options.bodyOf(fields), mediaIds, clientId } }),
    onSent: (message) => {
      if ('isHeld' in message) {
        onDone()
        toast({ title: message.message })
        return
      }
      const { conversationId } = message
      cacheMessage(client, message)
      onDone()
      toast({
        title: sentTexts.title,
        description: sentTexts.line,
        action: {
          label: texts.view,
          onClick: () =>
            void router.navigate({ to: '/messages/$conversationId', params: { conversationId } }),
        },
      })
    },
    onFailed: (error, { isTaken }) => showNotSent(error, isTaken, sentTexts.failed),
  })
}

function hasAllArrived(sound: readonly UploadFile[]): boolean {
  const paused = sound.find(isPaused)
  const broken = sound.find(({ upload }) => upload.phase === 'broken')
  if (paused) showError(texts.files.pausedTitle, texts.files.paused(paused.name))
  else if (broken) showError(texts.files.brokenTitle, texts.files.broken(broken.name))
  return paused === undefined && broken === undefined
}
