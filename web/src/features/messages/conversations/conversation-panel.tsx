import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import { CONVERSATION_BOXES } from '@plinth/contract/messages/conversations.ts'
import { unreadMessagesQuery } from '../../../lib/live/unread.ts'
import { badgeText } from '../../../lib/live/unread.ts'
import type { MessagesSearch } from '../../../lib/routing/messages-search.ts'
import { SearchInput } from '../../../ui/form/text-input.tsx'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { MIN_SEARCH_LENGTH } from '../message-api.ts'
import { texts } from '../messages-texts.ts'
import { ConversationList, Spinner } from './conversation-list.tsx'

const ConversationResults = lazy(async () => ({
  default: (await import('./conversation-results.tsx')).ConversationResults,
}))

interface ConversationPanelProps {
  search: MessagesSearch
  openId: string | undefined
  viewerId: string
}

/** The left side: the heading, the search, the boxes and the conversations. */
export function ConversationPanel({ search, openId, viewerId }: ConversationPanelProps) {
  const navigate = useNavigate()
  const { box = 'inbox', q = '' } = search
  const find = (words: string) =>
    void navigate({
      to: '.',
      search: ({ q: _q, ...rest }) => (words === '' ? rest : { ...rest, q: words }),
      replace: true,
      resetScroll: false,
    })
  return (
    <section className="conversations" aria-label={texts.list.label}>
      <div className="conversations-head">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="display text-32 text-ink">{texts.title}</h1>
          <Link to="/projects" className="hit text-14 font-semibold text-ink-2 hover:text-ink">
            {texts.projects}
          </Link>
        </div>
        <p className="text-14 text-ink-3">{texts.subtitle}</p>
        <ConversationSearch q={q} onSearch={find} />
        <Boxes box={box} />
      </div>
      <div className="conversations-scroll">
        {q.length >= MIN_SEARCH_LENGTH ? (
          <Suspense fallback={<Spinner words={texts.list.loading} />}>
            <ConversationResults words={q} viewerId={viewerId} />
          </Suspense>
        ) : (
          <ConversationList key={box} box={box} openId={openId} viewerId={viewerId} />
        )}
      </div>
    </section>
  )
}

function Boxes({ box }: { box: (typeof CONVERSATION_BOXES)[number]['value'] }) {
  const unread = useQuery(unreadMessagesQuery).data?.count ?? 0
  return (
    <nav aria-label={texts.boxes} className="conversations-boxes no-scrollbar">
      {CONVERSATION_BOXES.map(({ value, label }) => (
        <FilterTab key={value} active={value === box} asChild>
          <Link
            to="."
            search={({ q: _q, box: _box, ...rest }) =>
              value === 'inbox' ? rest : { ...rest, box: value }
            }
            activeOptions={{ exact: true }}
            viewTransition={false}
            replace
            resetScroll={false}
          >
            {label}
            {value === 'unread' && unread > 0 ? (
              <span className="tnum pl-2">{badgeText(unread)}</span>
            ) : null}
          </Link>
        </FilterTab>
      ))}
    </nav>
  )
}

/** How long the typing pauses before the search is sent. */
const PAUSE_MS = 250

/** The search field, which updates the address when the typing pauses. */
function ConversationSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  const [sent, setSent] = useState(q)
  // The address changed otherwise: the person went back or opened a link.
  if (q !== sent) {
    setSent(q)
    if (q !== text.trim()) setText(q)
  }
  const send = useEffectEvent((words: string) => {
    if (words !== q) onSearch(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== q) onSearch(text.trim())
      }}
    >
      <SearchInput
        label={texts.search.label}
        placeholder={texts.search.placeholder}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        enterKeyHint="search"
        onValueChange={setText}
      />
    </form>
  )
}
