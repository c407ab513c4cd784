import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { fullName } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { subjectOf } from '../message-view.ts'
import { texts } from '../messages-texts.ts'

// Not needed before the messages.
const ThreadMenu = lazy(async () => ({ default: (await import('./thread-menu.tsx')).ThreadMenu }))

/** The subject and the other person of a thread. Takes the focus when the thread is opened. */
export function ThreadHead({
  conversation,
  isAlone,
}: {
  conversation: Conversation
  /** Whether it is shown without the list beside it, as on phones. */
  isAlone: boolean
}) {
  const { other, inquiry } = conversation
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const name = fullName(other)
  const Heading = isAlone ? 'h1' : 'h2'
  return (
    <header className="thread-head">
      {isAlone ? <BackToList /> : null}
      <Avatar {...faceOf(other)} size={isAlone ? 36 : 48} />
      <div className="min-w-0 flex-1">
        <Heading ref={heading} tabIndex={-1} className="thread-title display">
          {subjectOf(conversation)}
        </Heading>
        <p className="truncate text-14 text-ink-3">
          {`${texts.thread.from} `}
          <Link {...toPerson(other)} className="hit hover:text-ink hover:underline">
            {name}
          </Link>
        </p>
      </div>
      {inquiry ? <Badge kind="business" className="max-tablet:hidden" /> : null}
      <Suspense fallback={<span className="size-11 shrink-0" />}>
        <ThreadMenu conversation={conversation} />
      </Suspense>
    </header>
  )
}

export const BackToList = () => (
  <IconButton name={texts.thread.back} asChild className="-ml-3">
    <Link to="/messages" search={({ at: _at, ...rest }) => rest}>
      <ChevronLeft size={22} aria-hidden />
    </Link>
  </IconButton>
)
