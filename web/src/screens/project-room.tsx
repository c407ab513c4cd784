import '../styles/paper-actions.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { MemberPage } from '../features/navigation/member-page.tsx'
import { PaymentReturn } from '../features/projects/hire/payment-section.tsx'
import { projectQuery, roomQuery } from '../features/projects/project-api.ts'
import { otherOf } from '../features/projects/project-texts.ts'
import { MESSAGES_ANCHOR } from '../features/projects/room/room-header.tsx'
import { RoomFailed, RoomSkeleton } from '../features/projects/room/room-states.tsx'
import { texts } from '../features/projects/room/room-texts.ts'
import { Room } from '../features/projects/room/room.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { readAgain } from '../lib/cache/writes.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { usePhone } from '../lib/browser/use-media-query.ts'
import { useInSight } from '../lib/browser/use-in-sight.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'

// Lazy, because it is below the decisions and rarely visible at first.
const ThreadPanel = lazy(async () => ({
  default: (await import('../features/messages/thread/thread-panel.tsx')).ThreadPanel,
}))
const FileLinks = lazy(async () => ({
  default: (await import('../features/cases/proof-list.tsx')).FileLinks,
}))
const ProjectReviewForm = lazy(async () => ({
  default: (await import('../features/reviews/project-review-form.tsx')).ProjectReviewForm,
}))
const FirstMessage = lazy(async () => ({
  default: (await import('../features/messages/reply/first-message.tsx')).FirstMessage,
}))

const route = getRouteApi('/projects/$projectId')

/** A project room, for its two people and for admins who look in. */
export function ProjectRoomScreen() {
  const viewer = useViewer()
  const { projectId } = route.useParams()
  const query = useQuery(roomQuery(projectId))
  useDocumentTitle(query.data?.title ?? texts.kicker)
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator}>
      {query.data === undefined ? (
        query.error === null ? (
          <RoomSkeleton />
        ) : (
          <RoomFailed
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )
      ) : (
        <>
          <PaymentReturn projectId={projectId} />
          <Room
            key={projectId}
            project={query.data}
            viewerId={viewer.id}
            review={
              <Suspense fallback={<Skeleton className="h-60" />}>
                <ProjectReviewForm project={query.data} />
              </Suspense>
            }
            messages={<RoomMessages project={query.data} viewerId={viewer.id} />}
            Files={RoomFiles}
          />
        </>
      )}
    </MemberPage>
  )
}

/** The links to files work for at least ten minutes. */
const GOOD_FOR_MS = 9 * 60_000

/** The files that came with the request. Old links are replaced before they are used. */
function RoomFiles({ project: { id, files } }: { project: Project }) {
  const client = useQueryClient()
  const query = projectQuery(id)
  const areOld = () =>
    Date.now() - (client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0) > GOOD_FOR_MS
  const renew = () => {
    if (areOld()) void readAgain(client, [query])
  }
  return (
    <div onPointerEnter={renew} onFocus={renew}>
      <Suspense fallback={<Skeleton className="h-14" />}>
        <FileLinks files={files} />
      </Suspense>
    </div>
  )
}

/** On phones the conversation has its own screen, because nested scrolling would trap the thumb. */
function RoomMessages({ project, viewerId }: { project: Project; viewerId: string }) {
  const client = useQueryClient()
  const isPhone = usePhone()
  const place = useRef<HTMLElement>(null)
  const isInSight = useInSight(place)
  const { conversationId, role, id, subject } = project
  if (role === null) return null
  return (
    <section ref={place} id={MESSAGES_ANCHOR} aria-labelledby="room-messages-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="room-messages-title" className="display text-24 text-ink">
          {texts.messages.heading}
        </h2>
        {conversationId === null ? null : (
          <Link to="/messages/$conversationId" params={{ conversationId }} className="text-link">
            {texts.messages.open}
          </Link>
        )}
      </div>
      {conversationId === null ? (
        <div className="min-h-[212px] mt-4">
          <Suspense fallback={null}>
            <FirstMessage
              to={otherOf(project)}
              subject={subject}
              viewerId={viewerId}
              onWritten={() => void readAgain(client, [projectQuery(id)])}
            />
          </Suspense>
        </div>
      ) : isPhone ? null : (
        <div className="room-thread">
          <Suspense fallback={<Skeleton className="m-4 h-24" />}>
            <ThreadPanel
              key={conversationId}
              id={conversationId}
              viewerId={viewerId}
              isInSight={isInSight}
            />
          </Suspense>
        </div>
      )}
    </section>
  )
}
