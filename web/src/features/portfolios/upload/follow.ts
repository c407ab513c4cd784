import { QueryObserver, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Media } from '@plinth/contract/media/media.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { isMissing, isUnauthorized } from '../../../lib/api/errors.ts'
import { mediaQuery } from '../../../lib/uploads/media-api.ts'
import { workQuery } from '../portfolio-api.ts'
import { refreshAfter } from '../portfolio-cache.ts'

const POLL_MS = 700

/** One of the viewer's own works, polled until everybody can see it. */
const publishedQuery = (id: string) =>
  queryOptions({
    ...workQuery(id),
    refetchInterval: ({ state }) => (state.data?.isListed === true ? false : POLL_MS),
  })

interface Followed {
  /** Everybody can see the work. */
  onListed: () => void
  /** Its file could not be prepared. Only its creator sees the work. */
  onFailed: (media: Media) => void
}

/**
 * Follows a published work until everybody can see it, wherever the person goes in the meantime. The server publishes it
 * by itself; after a reload nobody follows it, and the work is simply there.
 */
export function followPublished(
  client: QueryClient,
  { id, picture, isListed }: PortfolioItem,
  { onListed, onFailed }: Followed,
): void {
  void refreshAfter(client, { type: 'create' })
  if (isListed) {
    onListed()
    return
  }
  const ends: (() => void)[] = []
  const end = (then?: () => void) => {
    for (const stop of ends.splice(0)) stop()
    then?.()
  }
  const work = new QueryObserver(client, publishedQuery(id))
  const media = new QueryObserver(client, mediaQuery(picture.id))
  ends.push(
    work.subscribe(({ data, error }) => {
      if (ends.length === 0) return
      if (isMissing(error) || isUnauthorized(error)) end()
      if (data?.isListed !== true) return
      end(() => {
        void refreshAfter(client, { type: 'create' })
        onListed()
      })
    }),
    media.subscribe(({ data }) => {
      if (ends.length > 0 && data?.state === 'failed') end(() => onFailed(data))
    }),
  )
}
