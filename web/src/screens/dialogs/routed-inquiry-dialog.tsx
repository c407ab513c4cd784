import { MessageDialog } from '../../features/messages/compose/compose-message-dialog.tsx'
import { InquiryDialog } from '../../features/messages/compose/inquiry-dialog.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useCloseDialog } from '../../lib/routing/use-close-dialog.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { Addressee } from '../../features/messages/compose/compose-head.tsx'
import { workQuery } from '../../features/portfolios/portfolio-api.ts'
import { findWork } from '../../features/portfolios/portfolio-cache.ts'
import { profileQuery } from '../../features/profile/profile-api.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { isMissing } from '../../lib/api/errors.ts'

interface RoutedInquiryProps {
  /** The addressee; undefined while the dialog is closed. */
  personId: string | undefined
  workId: string | undefined
}

/** Sends a business inquiry from any screen. */
export function RoutedInquiryDialog({ personId, workId }: RoutedInquiryProps) {
  const viewerId = useViewer()?.id ?? ''
  return (
    <InquiryDialog
      open={personId !== undefined}
      viewerId={viewerId}
      addressee={useAddressee(personId, workId, viewerId)}
      onClose={useCloseDialog()}
    />
  )
}

/** Sends a message to somebody from any screen. */
export function RoutedMessageDialog({ personId }: Pick<RoutedInquiryProps, 'personId'>) {
  const viewerId = useViewer()?.id ?? ''
  return (
    <MessageDialog
      open={personId !== undefined}
      viewerId={viewerId}
      addressee={useAddressee(personId, undefined, viewerId)}
      onClose={useCloseDialog()}
    />
  )
}

interface Written {
  personId: string
  workId?: string | undefined
}

/** The addressee of a dialog, from the cache or the server. */
function useAddressee(
  personId: string | undefined,
  workId: string | undefined,
  viewerId: string,
): Addressee {
  const client = useQueryClient()
  // Keeps its content while the dialog closes.
  const [shown, setShown] = useState<Written>({ personId: personId ?? '', workId })
  const isOther = personId !== shown.personId || workId !== shown.workId
  if (personId !== undefined && isOther) setShown({ personId, workId })

  const known = shown.workId === undefined ? undefined : findWork(client, shown.workId)
  const work = useQuery({
    ...workQuery(shown.workId ?? ''),
    enabled: shown.workId !== undefined && known === undefined,
  })
  const about = aboutOf(known ?? work.data, shown.personId)
  const profile = useQuery({
    ...profileQuery(shown.personId),
    enabled: shown.personId !== '' && about === undefined,
  })
  const person = about?.creator ?? profile.data
  if (shown.personId === viewerId) return { state: 'self' }
  if (isMissing(profile.error)) return { state: 'gone' }
  const isWorkFailed = work.isError && !isMissing(work.error)
  if (profile.error !== null || isWorkFailed) {
    const failed = profile.error === null ? work : profile
    return {
      state: 'failed',
      sentence: sentenceOf(failed.error, ''),
      isRetrying: failed.isFetching,
      retry: () => void failed.refetch(),
    }
  }
  if (person === undefined || work.isLoading) return { state: 'loading' }
  return { state: 'ready', person, about: about === undefined ? null : workOf(about) }
}

/** The work that an inquiry is about, if it is by the addressee. */
const aboutOf = (work: PortfolioItem | undefined, personId: string): PortfolioItem | undefined =>
  work?.creatorId === personId ? work : undefined

const workOf = ({ id, title, category, startingPrice, picture }: PortfolioItem) => ({
  id,
  title,
  category: category.name,
  startingPrice,
  picture,
})
