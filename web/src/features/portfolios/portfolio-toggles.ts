import { useQueryClient } from '@tanstack/react-query'
import { likePortfolio, savePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { call } from '../../lib/api/api.ts'
import { withLike, withSave } from '../../lib/cache/toggle-queue.ts'
import { useToggle } from '../../lib/cache/use-toggle.ts'
import { sayFailed } from '../../ui/feedback/say-failed.ts'
import { patchWork, refreshAfter } from './portfolio-cache.ts'
import { texts } from './portfolio-texts.ts'

export function useLike(): (id: string, now: boolean, wish: boolean) => void {
  const client = useQueryClient()
  return useToggle({
    name: 'work-like',
    send: (id, liked) => call(likePortfolio, { params: { id }, body: { liked } }),
    stateOf: ({ liked }) => liked,
    show: (id, liked) => patchWork(client, id, (work) => withLike(work, liked)),
    settle: (id, { liked, likeCount }) => {
      patchWork(client, id, () => ({ isLiked: liked, likeCount, likes: likeCount }))
      void refreshAfter(client, { type: 'like', id })
    },
    fail: (again) => sayFailed(texts.likes.likeFailed, again),
  })
}

export function useSave(): (id: string, now: boolean, wish: boolean) => void {
  const client = useQueryClient()
  return useToggle({
    name: 'work-save',
    send: (id, saved) => call(savePortfolio, { params: { id }, body: { saved } }),
    stateOf: ({ saved }) => saved,
    show: (id, saved) => patchWork(client, id, (work) => withSave(work, saved)),
    settle: (id, { saved, saveCount }) => {
      patchWork(client, id, () => ({ isSaved: saved, saveCount }))
      void refreshAfter(client, { type: 'save', id })
    },
    fail: (again) => sayFailed(texts.likes.saveFailed, again),
  })
}
