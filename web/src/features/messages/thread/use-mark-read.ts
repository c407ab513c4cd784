import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { readConversation } from '@plinth/contract/messages/conversations.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { call } from '../../../lib/api/api.ts'
import { setUnreadMessages } from '../../../lib/live/unread.ts'
import { cacheRead } from '../message-cache.ts'

interface MarkReadOptions {
  id: string
  viewerId: string
  messages: readonly Message[]
  /** Whether the newest messages are visible. */
  isAtEnd: boolean
}

/** Marks received messages as read: on opening, and as they arrive while the thread is visible. */
export function useMarkRead({ id, viewerId, messages, isAtEnd }: MarkReadOptions): void {
  const client = useQueryClient()
  const asked = useRef<string | null>(null)
  const upTo = messages.findLast((one) => one.receiverId === viewerId && !one.isRead)
  const { mutate } = useMutation({
    mutationFn: (one: Message) =>
      call(readConversation, { params: { id }, body: { upTo: one.id } }),
    onSuccess: ({ count }, one) => {
      setUnreadMessages(client, count)
      cacheRead(client, { id, viewerId, upTo: one })
    },
    // Still unread: the next message, or the next visit to this tab, tries again.
    onError: (error) => {
      // oxlint-disable-next-line no-console -- nothing is lost, so the reader is not told
      console.error('Failed to mark as read', error)
      asked.current = null
    },
  })
  const read = useEffectEvent((one: Message | undefined, isSeen: boolean) => {
    if (one === undefined || !isSeen || document.hidden || asked.current === one.id) return
    asked.current = one.id
    mutate(one)
  })
  const readVisible = useEffectEvent(() => read(upTo, isAtEnd))
  useEffect(() => read(upTo, isAtEnd), [upTo, isAtEnd])
  useEffect(() => {
    const onChange = () => readVisible()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}
