import { useMutation, useQueryClient } from '@tanstack/react-query'
import { likePortfolio, savePortfolio, type PortfolioItem } from '@plinth/contract/portfolios.ts'
import { call, isUnauthorized } from '../../lib/api.ts'
import { makeToggleQueue } from '../../lib/toggle-queue.ts'
import { toast } from '../../ui/toast.ts'
import { patchWork, refreshAfter } from './portfolio-cache.ts'
import { texts } from './portfolio-texts.ts'

const queue = makeToggleQueue()

/** The count moves with the wish and only when the wish changes something. */
export function withLike(work: PortfolioItem, isLiked: boolean): Partial<PortfolioItem> {
  if (work.isLiked === isLiked) return {}
  const likeCount = Math.max(0, work.likeCount + (isLiked ? 1 : -1))
  return { isLiked, likeCount, likes: likeCount }
}

export function withSave(work: PortfolioItem, isSaved: boolean): Partial<PortfolioItem> {
  if (work.isSaved === isSaved) return {}
  return { isSaved, saveCount: Math.max(0, work.saveCount + (isSaved ? 1 : -1)) }
}

function sayFailed(error: unknown, description: string, again: () => void) {
  // A session that ended sends to sign-in by itself.
  if (isUnauthorized(error)) return
  toast({
    title: texts.errorTitle,
    description,
    variant: 'destructive',
    action: { label: texts.tryAgain, onClick: again },
  })
}

/** Likes or unlikes at once; the server's answer settles it, a failure sets it back. */
export function useLike(): (id: string, now: boolean, wish: boolean) => void {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, liked }: { id: string; liked: boolean }) =>
      call(likePortfolio, { params: { id }, body: { liked } }),
  })
  const like = (id: string, now: boolean, wish: boolean): void => {
    void queue.toggle(`like:${id}`, now, wish, {
      send: (liked) => mutateAsync({ id, liked }),
      stateOf: ({ liked }) => liked,
      show: (liked) => patchWork(client, id, (work) => withLike(work, liked)),
      settle: ({ liked, likeCount }) =>
        patchWork(client, id, () => ({ isLiked: liked, likeCount, likes: likeCount })),
      fail: (error, confirmed) =>
        sayFailed(error, texts.likes.likeFailed, () => like(id, confirmed, !confirmed)),
    })
  }
  return like
}

export function useSave(): (id: string, now: boolean, wish: boolean) => void {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, saved }: { id: string; saved: boolean }) =>
      call(savePortfolio, { params: { id }, body: { saved } }),
  })
  const save = (id: string, now: boolean, wish: boolean): void => {
    void queue.toggle(`save:${id}`, now, wish, {
      send: (saved) => mutateAsync({ id, saved }),
      stateOf: ({ saved }) => saved,
      show: (saved) => patchWork(client, id, (work) => withSave(work, saved)),
      settle: ({ saved, saveCount }) => {
        patchWork(client, id, () => ({ isSaved: saved, saveCount }))
        void refreshAfter(client, { type: 'save', id })
      },
      fail: (error, confirmed) =>
        sayFailed(error, texts.likes.saveFailed, () => save(id, confirmed, !confirmed)),
    })
  }
  return save
}
