import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { Addressee } from '../../features/messages/compose/compose-head.tsx'
import { workQuery } from '../../features/portfolios/portfolio-api.ts'
import { findWork } from '../../features/portfolios/portfolio-cache.ts'
import { profileQuery } from '../../features/profile/profile-api.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { isMissing } from '../../lib/api/errors.ts'

interface Written {
  personId: string
  workId?: string | undefined
}

/** Whom a dialog writes to, of what the screens know already or the server says. */
export function useAddressee(
  personId: string | undefined,
  workId: string | undefined,
  viewerId: string,
): Addressee {
  const client = useQueryClient()
  // What is on show stays while the dialog leaves the screen.
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

/** Nobody asks somebody about another's work. */
const aboutOf = (work: PortfolioItem | undefined, personId: string): PortfolioItem | undefined =>
  work?.creatorId === personId ? work : undefined

const workOf = ({ id, title, category, startingPrice, picture }: PortfolioItem) => ({
  id,
  title,
  category: category.name,
  startingPrice,
  picture,
})
