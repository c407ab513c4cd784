import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendMessage, type Message } from '@plinth/contract/messages/messages.ts'
import { ApiError, call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { discardMedia } from '../../../lib/uploads/media-api.ts'
import { toast, showError } from '../../../ui/feedback/toast.ts'
import { refreshConversation } from '../conversations/live.ts'
import { cacheMessage } from '../message-cache.ts'
import { texts } from '../messages-texts.ts'
import { type UnsentReply, outboxOf, useUnsent } from './outbox.ts'

const SENDING = 'send-reply'
/** A request that takes longer counts as failed. */
const TIMEOUT_MS = 30_000

const send = ({ receiverId, subject, content, files, clientId }: UnsentReply) =>
  call(sendMessage, {
    body: {
      receiverId,
      subject,
      content,
      messageType: 'general',
      mediaIds: files.map(({ id }) => id),
      clientId,
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })

/**
 * The viewer's unsent replies in a conversation. Each is stored before it is sent, until the server confirms it or the
 * thread shows it.
 */
export function useOutbox(
  viewerId: string,
  conversationId: string,
  thread: readonly Message[] | undefined,
) {
  const client = useQueryClient()
  const outbox = outboxOf(viewerId)
  const arrived = thread?.flatMap(({ clientId }) => clientId ?? [])
  const all = useUnsent(viewerId).filter((one) => one.conversationId === conversationId)
  const unsent = all.filter(({ clientId }) => arrived?.includes(clientId) !== true)
  const mutationKey = [SENDING, viewerId, conversationId]
  const inFlight = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as UnsentReply).clientId,
  })
  const { mutate } = useMutation({
    mutationKey,
    // One at a time, in the order of writing.
    scope: { id: mutationKey.join('/') },
    mutationFn: send,
    onSuccess: (message, { clientId }) => {
      outbox.drop(clientId)
      if ('isHeld' in message) {
        toast({ title: message.message })
        return
      }
      cacheMessage(client, message)
      toast({ title: texts.reply.doneTitle, description: texts.reply.done })
    },
    onError: (error, one) => {
      outbox.save({ ...one, reason: sentenceOf(error, '') })
      if (isUnauthorized(error)) return
      // The viewer may no longer be allowed to write here.
      if (error instanceof ApiError && error.status < 500) {
        void refreshConversation(client, conversationId)
      }
      showError(texts.reply.failedTitle, texts.reply.failed)
    },
  })

  // These messages arrived although the response was lost.
  const delivered = all.filter((one) => !unsent.includes(one)).map(({ clientId }) => clientId)
  const names = delivered.join()
  useEffect(() => {
    for (const clientId of names.split(',')) outboxOf(viewerId).drop(clientId)
  }, [names, viewerId])

  return {
    unsent: unsent.map((one) => ({ ...one, isInFlight: inFlight.includes(one.clientId) })),
    isSending: inFlight.length > 0,
    send: (one: UnsentReply) => {
      // Stored first, so that nothing can lose it from here on.
      outbox.save({ ...one, reason: '' })
      mutate(one)
    },
    remove: ({ clientId, files }: UnsentReply) => {
      outbox.drop(clientId)
      // If the message did arrive after all, the server keeps its files.
      for (const { id } of files) discardMedia(id)
      void refreshConversation(client, conversationId)
    },
  }
}
export type OutboxOfThread = ReturnType<typeof useOutbox>
