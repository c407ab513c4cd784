import '../work.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useDocumentTitle } from '../../../lib/routing/use-document-title.ts'
import { fullName } from '../../../lib/format/format.ts'
import { isMissing } from '../../../lib/api/errors.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { reportView, workQuery } from '../portfolio-api.ts'
import { findWork } from '../portfolio-cache.ts'
import { texts } from '../portfolio-texts.ts'
import { WorkPanel } from './work-panel.tsx'
import { WorkWell } from './work-well.tsx'

interface WorkViewProps {
  id: string
  viewerId: string | null
  heading: 'h1' | 'h2'
  /** Goes to another work of the creator. */
  onOpen: (id: string) => void
  /** The work has just been deleted. */
  onGone: () => void
  closeButton?: ReactNode
}

function WorkSkeleton() {
  return (
    <div role="status" aria-label={texts.work.loading} className="work-view">
      <div className="work-well">
        <div className="work-stage">
          <Skeleton className="aspect-4/5 h-full" />
        </div>
        <div className="ledge" />
        <div className="work-steps" />
      </div>
      <div className="relative flex flex-col min-h-0 min-w-0 bg-surface-2 p-7">
        <Skeleton className="h-11 w-3/5" />
        <Skeleton className="mt-8 h-10 w-4/5" />
        <Skeleton className="mt-6 h-20 w-full" />
      </div>
    </div>
  )
}

/** One work with everything about it, in a dialog over the wall or as a page. */
export function WorkView({ id, viewerId, heading, onOpen, onGone, closeButton }: WorkViewProps) {
  const client = useQueryClient()
  const Heading = heading
  const query = useQuery(workQuery(id))
  // If a list already contains the work, it is shown while its neighbours are loading.
  const [known, setKnown] = useState(() => findWork(client, id))
  if (known !== undefined && known.id !== id) setKnown(findWork(client, id))
  const work = query.data ?? (known?.id === id ? known : undefined)
  const isGone = isMissing(query.error)
  useDocumentTitle(
    isGone ? texts.work.goneTitle : work && texts.workTabTitle(work.title, fullName(work.creator)),
  )

  const looker = query.data && viewerId !== null && query.data.creatorId !== viewerId
  useEffect(() => {
    if (looker) reportView(id)
  }, [looker, id])

  if (isGone) {
    return (
      <div className="relative py-24 px-6 bg-wall-deep">
        {closeButton}
        <Heading className="sr-only">{texts.work.goneTitle}</Heading>
        <EmptyState title={texts.work.goneTitle} line={texts.work.gone} />
      </div>
    )
  }
  return (
    <QueryView
      query={{ ...query, data: work }}
      skeleton={
        <>
          {closeButton}
          <WorkSkeleton />
        </>
      }
      failed={texts.work.failed}
    >
      {(shown) => (
        <div className="work-view">
          {closeButton}
          <WorkWell work={shown} set={query.data} onOpen={onOpen} />
          <WorkPanel
            work={shown}
            more={query.data?.moreByCreator ?? []}
            viewerId={viewerId}
            heading={heading}
            onOpen={onOpen}
            onGone={onGone}
          />
        </div>
      )}
    </QueryView>
  )
}
