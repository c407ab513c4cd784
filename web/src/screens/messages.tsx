import '../features/messages/messages.css'
import '../features/messages/thread/thread.css'
import '../features/messages/paper.css'
import '../styles/paper-actions.css'
import '../features/messages/reply/reply.css'
import { useParams, useSearch } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { conversationAnchor } from '../features/messages/message-view.ts'
import { ConversationPanel } from '../features/messages/conversations/conversation-panel.tsx'
import { texts } from '../features/messages/messages-texts.ts'
import { Thread } from '../features/messages/thread/thread.tsx'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { usePhone } from '../lib/browser/use-media-query.ts'
import { readMessagesSearch } from '../lib/routing/messages-search.ts'

/** Conversations on the left, the open one on the right. On phones one at a time. */
export function MessagesScreen() {
  const viewer = useViewer()
  const openId = useParams({ strict: false, select: ({ conversationId }) => conversationId })
  const search = readMessagesSearch(useSearch({ strict: false }))
  const isPhone = usePhone()
  useFocusOnReturn(openId)
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  const isListShown = !isPhone || openId === undefined
  const isThreadShown = !isPhone || openId !== undefined
  return (
    <div className="messages" data-open={openId === undefined ? undefined : ''}>
      {isListShown ? <TopBar isCreator={viewer.isCreator} /> : null}
      <main id="main" tabIndex={-1} className="messages-main">
        {isListShown ? (
          <ConversationPanel search={search} openId={openId} viewerId={viewer.id} />
        ) : null}
        {isThreadShown ? (
          <section className="thread" aria-label={texts.thread.region}>
            {openId === undefined ? (
              <NothingPicked />
            ) : (
              <Thread key={openId} id={openId} viewerId={viewer.id} at={search.at} />
            )}
          </section>
        ) : null}
      </main>
      {isListShown ? <TabBar isCreator={viewer.isCreator} /> : null}
    </div>
  )
}

/** When a thread is closed, its conversation in the list gets the focus again. */
function useFocusOnReturn(openId: string | undefined) {
  const left = useRef<string | undefined>(undefined)
  useEffect(() => {
    const place = openId === undefined ? left.current : undefined
    left.current = openId
    if (place === undefined) return
    document.getElementById(conversationAnchor(place))?.focus({ preventScroll: true })
  }, [openId])
}

const NothingPicked = () => (
  <div className="thread-none">
    <MessageSquare size={28} aria-hidden />
    <p>{texts.pick}</p>
  </div>
)
