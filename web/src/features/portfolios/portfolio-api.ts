import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { PortfolioSort } from '@plinth/contract/choices.ts'
import {
  getPortfolio,
  listCategories,
  listLikedPortfolios,
  listPortfolios,
  listSavedPortfolios,
  viewPortfolio,
  type PortfolioItem,
  likePortfolio,
  savePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { call } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { pagesOf, type PagesSource } from '../../lib/cache/pages.ts'
import { viewSource, makeReporter } from '../../lib/media/views.ts'
import { withLike, withSave } from '../../lib/cache/toggle-queue.ts'
import { useToggle } from '../../lib/cache/use-toggle.ts'
import { showFailure } from '../../ui/feedback/toast.ts'
import { patchWork, refreshAfter } from './portfolio-cache.ts'
import { texts } from './portfolio-texts.ts'

export interface WallFilter {
  categoryId: number | undefined
  search: string | undefined
  sort: PortfolioSort
}

const FEATURED = { featured: true, limit: 12 }

export const categoriesQuery = answerOf(listCategories)

export const featuredQuery = answerOf(listPortfolios, { query: FEATURED })

export type WorksSource = PagesSource<PortfolioItem>

/** The wall with a filter. The previous wall stays until the new one has loaded. */
export const wallQuery = (client: QueryClient, { categoryId, search, sort }: WallFilter) =>
  pagesOf(client, listPortfolios, {
    query: {
      categoryId,
      search: search === '' ? undefined : search,
      sort: sort === 'newest' ? undefined : sort,
    },
  })

/** Works that the viewer saved, last saved first. */
export const savedWorksQuery = (client: QueryClient) => pagesOf(client, listSavedPortfolios, {})

/** Works that the viewer likes, last liked first. */
export const likedWorksQuery = (client: QueryClient) => pagesOf(client, listLikedPortfolios, {})

export const workQuery = (id: string) => answerOf(getPortfolio, { params: { id } })

export const reportView = makeReporter((id) =>
  call(viewPortfolio, { params: { id }, body: { source: viewSource() } }),
)

/** Works with a tag, newest first. */
export const tagWorksQuery = (client: QueryClient, tag: string) =>
  pagesOf(client, listTagPortfolios, { params: { tag } })

export function useLike(onDone?: () => void): (id: string, now: boolean, wanted: boolean) => void {
  const client = useQueryClient()
  return useToggle({
    name: 'work-like',
    send: (id, liked) => call(likePortfolio, { params: { id }, body: { liked } }),
    stateOf: ({ liked }) => liked,
    show: (id, liked) => patchWork(client, id, (work) => withLike(work, liked)),
    settle: (id, { liked, likeCount }) => {
      patchWork(client, id, () => ({ isLiked: liked, likeCount, likes: likeCount }))
      onDone?.()
      void refreshAfter(client, { type: 'like', id })
    },
    fail: (again) => showFailure(texts.likes.likeFailed, again),
  })
}

export function useSave(
  onDone?: (saved: boolean) => void,
): (id: string, now: boolean, wanted: boolean) => void {
  const client = useQueryClient()
  return useToggle({
    name: 'work-save',
    send: (id, saved) => call(savePortfolio, { params: { id }, body: { saved } }),
    stateOf: ({ saved }) => saved,
    show: (id, saved) => patchWork(client, id, (work) => withSave(work, saved)),
    settle: (id, { saved, saveCount }) => {
      patchWork(client, id, () => ({ isSaved: saved, saveCount }))
      onDone?.(saved)
      void refreshAfter(client, { type: 'save', id })
    },
    fail: (again) => showFailure(texts.likes.saveFailed, again),
  })
}
