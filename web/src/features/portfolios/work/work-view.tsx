import '../work.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { PortfolioItem, PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { useDocumentTitle } from '../../../lib/routing/use-document-title.ts'
import { fullName } from '../../../lib/format/format.ts'
import { isMissing } from '../../../lib/api/errors.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { reportView, workQuery } from '../portfolio-api.ts'
import { findWork } from '../portfolio-cache.ts'
import { texts } from './work-texts.ts'

interface WorkViewProps {
  id: string
  viewerId: string | null
  heading: 'h1' | 'h2'
  skeleton: ReactNode
  closeButton?: ReactNode
  /** Shows the work; its neighbours are undefined until they are known. */
  children: (work: PortfolioItem, set: PortfolioView | undefined) => ReactNode
}

/** Reads one work for its dialog or its page, and says when there is none. */
export function WorkView({
  id,
  viewerId,
  heading,
  skeleton,
  closeButton,
  children,
}: WorkViewProps) {
  const client = useQueryClient()
  const Heading = heading
  const query = useQuery(workQuery(id))
  // If a list already contains the work, it is shown while its neighbours are loading.
  const [known, setKnown] = useState(() => findWork(client, id))
  if (known !== undefined && known.id !== id) setKnown(findWork(client, id))
  const work = query.data ?? (known?.id === id ? known : undefined)
  const isGone = isMissing(query.error)
  useDocumentTitle(
    isGone ? texts.work.goneTitle : work && texts.work.tabTitle(work.title, fullName(work.creator)),
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
    <QueryView query={{ ...query, data: work }} skeleton={skeleton} failed={texts.work.failed}>
      {(shown) => children(shown, query.data)}
    </QueryView>
  )
}
