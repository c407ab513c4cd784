import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone, Tablet } from 'lucide-react'
import {
  deviceName,
  endOtherSessions,
  endSession,
  type SignInSession,
} from '@plinth/contract/people/sessions.ts'
import { ago } from '../../../lib/format/ago.ts'
import { asksToSignIn, call } from '../../../lib/api/api.ts'
import { patchAnswer, readAgain } from '../../../lib/cache/writes.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import { Row, Section, SectionSkeleton } from '../section.tsx'
import { sessionsQuery } from '../settings-api.ts'
import { texts } from '../settings-texts.ts'

const { sessions: words } = texts
const ICONS = { computer: Monitor, phone: Smartphone, tablet: Tablet }

/** The browsers that the viewer is signed in with. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery)
  const { end, endOthers, endingId, isEndingOthers } = useEnd()
  return (
    <Section id="sessions">
      <div className="mt-5 border-b border-line">
        <QueryView
          query={query}
          skeleton={<SectionSkeleton label={words.loading} />}
          failed={words.failed}
        >
          {(sessions) =>
            sessions.map((session) => (
              <Session
                key={session.id}
                session={session}
                isEnding={endingId === session.id}
                onEnd={() => end(session.id)}
              />
            ))
          }
        </QueryView>
      </div>
      {(query.data?.length ?? 0) > 1 ? (
        <Button
          variant="quiet"
          className="mt-4 px-0!"
          disabled={isEndingOthers}
          onClick={endOthers}
        >
          {words.endAll}
        </Button>
      ) : null}
    </Section>
  )
}

function Session({
  session,
  isEnding,
  onEnd,
}: {
  session: SignInSession
  isEnding: boolean
  onEnd: () => void
}) {
  const now = useNow()
  const name = deviceName(session)
  const Icon = ICONS[session.device]
  return (
    <Row
      icon={<Icon size={20} aria-hidden className="shrink-0 text-ink-2" />}
      title={
        <>
          {name}
          {session.isCurrent ? (
            <span className="rounded-badge bg-success-wash px-2 py-0.5 text-12 font-semibold text-success">
              {words.thisOne}
            </span>
          ) : null}
        </>
      }
    >
      <span className="text-14 text-ink-3">
        {session.isCurrent ? words.now : ago(session.lastSeenAt, now)}
      </span>
      {session.isCurrent ? null : (
        <Button aria-label={words.endName(name)} disabled={isEnding} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </Row>
  )
}

function useEnd() {
  const client = useQueryClient()
  const refresh = () => readAgain(client, [sessionsQuery])
  const failed = (error: unknown, again: () => void) => {
    if (asksToSignIn(error)) return
    showFailure(words.endFailed, again)
    void refresh()
  }
  const one = useSendOnce({
    resume: 'session-end',
    send: (id: string) => call(endSession, { params: { id } }),
    onSent: (_, id) => {
      patchAnswer(client, sessionsQuery, (all) => all?.filter((row) => row.id !== id))
      toast({ title: words.ended, description: words.endedLine, variant: 'success' })
    },
    onFailed: (error, id) => failed(error, () => one.send(id)),
  })
  const others = useSendOnce({
    resume: 'sessions-end',
    send: (_none: null) => call(endOtherSessions),
    onSent: ({ ended }) => {
      toast({ title: words.ended, description: words.allEnded(ended), variant: 'success' })
      return refresh()
    },
    onFailed: (error) => failed(error, () => others.send(null)),
  })
  return {
    end: one.send,
    endOthers: () => others.send(null),
    endingId: one.isSending ? one.body : null,
    isEndingOthers: others.isSending,
  }
}
