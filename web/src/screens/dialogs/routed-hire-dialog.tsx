import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { workQuery } from '../../features/portfolios/portfolio-api.ts'
import { findWork } from '../../features/portfolios/portfolio-cache.ts'
import { HireDialog } from '../../features/projects/hire/hire-dialog.tsx'
import type { HireTarget } from '../../features/projects/hire/hire-fields.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { ApiError, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { isHirable } from '../../lib/format/hirable.ts'
import { useCloseDialog } from '../../lib/routing/use-close-dialog.ts'

const BoardReferences = lazy(async () => ({
  default: (await import('../../features/boards/references/board-references.tsx')).BoardReferences,
}))

/** Hires a work's creator from any screen. `workId` is undefined while the dialog is closed. */
export function RoutedHireDialog({ workId }: { workId: string | undefined }) {
  const client = useQueryClient()
  const viewerId = useViewer()?.id ?? ''
  const close = useCloseDialog()
  // Keeps its content while it closes.
  const [shown, setShown] = useState(workId ?? '')
  if (workId !== undefined && workId !== shown) setShown(workId)
  return (
    <HireDialog
      open={workId !== undefined}
      viewerId={viewerId}
      target={useHireTarget(shown, viewerId)}
      FromBoard={BoardReferences}
      onClose={close}
      onRefused={() => void readAgain(client, [workQuery(shown)])}
    />
  )
}

/** Loads the work again, because a list may have an old price. */
function useHireTarget(workId: string, viewerId: string): HireTarget {
  const client = useQueryClient()
  const query = useQuery({ ...workQuery(workId), enabled: workId !== '' })
  const work = query.data ?? findWork(client, workId)
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status))
    return { state: 'gone' }
  if (work === undefined) {
    if (query.error === null) return { state: 'loading' }
    return {
      state: 'failed',
      sentence: sentenceOf(query.error, ''),
      isRetrying: query.isFetching,
      retry: () => void query.refetch(),
    }
  }
  const { id, title, category, startingPrice, picture, rating, creator } = work
  if (creator.id === viewerId) return { state: 'self' }
  if (!isHirable(startingPrice)) return { state: 'on-inquiry', workId: id, creator }
  return {
    state: 'ready',
    work: { id, title, category: category.name, startingPrice, picture, rating },
    creator,
  }
}
