import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ConversationBox } from '@plinth/contract/messages/conversations.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { conversationsQuery } from '../message-api.ts'
import { texts } from '../messages-texts.ts'
import { useUnsent } from '../reply/outbox.ts'
import { ConversationItem } from './conversation-item.tsx'

interface ConversationListProps {
  box: ConversationBox
  openId: string | undefined
  viewerId: string
}

/** The conversations of one box, the one with the latest message first. */
export function ConversationList({ box, openId, viewerId }: ConversationListProps) {
  const query = useInfiniteQuery(conversationsQuery(useQueryClient(), box))
  const unsent = useUnsent(viewerId)
  const now = useNow()
  return (
    <PagesView
      query={query}
      skeleton={<Spinner words={texts.list.loading} />}
      failed={texts.list.failed}
      moreFailed={texts.list.moreFailed}
      sentence={(error) => sentenceOf(error, texts.list.failedLine)}
      empty={<NoConversations box={box} />}
    >
      {(items) => (
        <ConversationLinks label={texts.list.label}>
          {items.map((conversation) => (
            <ConversationItem
              key={conversation.id}
              conversation={conversation}
              viewerId={viewerId}
              now={now}
              isOpen={conversation.id === openId}
              hasUnsent={unsent.some(({ conversationId }) => conversationId === conversation.id)}
            />
          ))}
        </ConversationLinks>
      )}
    </PagesView>
  )
}

export const Spinner = ({ words }: { words: string }) => (
  <p role="status" className="grid place-items-center py-16 text-ink-3">
    <LoaderCircle size={28} className="animate-[spin_1s_linear_infinite]" aria-hidden />
    <span className="sr-only">{words}</span>
  </p>
)

const NoConversations = ({ box }: { box: ConversationBox }) => (
  <div role="status">
    {box === 'inbox' ? (
      <EmptyState
        title={texts.list.empty}
        line={texts.list.emptyLine}
        action={
          <Button asChild>
            <Link to="/">{texts.list.browse}</Link>
          </Button>
        }
      />
    ) : (
      <EmptyState title={texts.list.empty} line={texts.list.emptyIn[box]} />
    )}
  </div>
)

/** Moves the focus between links with ↑ and ↓. */
function stepAlong(list: HTMLElement, event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...list.querySelectorAll('a')]
  const next = links[links.findIndex((link) => link === document.activeElement) + by]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** A list of links with arrow key navigation. */
export function ConversationLinks({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const element = list.current
    const stop = new AbortController()
    element?.addEventListener('keydown', (event) => stepAlong(element, event), {
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [])
  return (
    <ul ref={list} aria-label={label}>
      {children}
    </ul>
  )
}
