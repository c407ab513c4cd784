import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hidePost, showLessOf, type ForYouPost } from '@plinth/contract/posts/posts.ts'
import { useState } from 'react'
import { call, isUnauthorized } from '../../../lib/api/api.ts'
import { fullName } from '../../../lib/format/format.ts'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import { texts } from './for-you-texts.ts'
import { refreshAfterPost } from '../post-cache.ts'

export interface ForYouFeedback {
  /** Posts hidden in this visit; their places stay until it ends. */
  hidden: ReadonlySet<string>
  hide: (post: ForYouPost) => void
  putBack: (post: ForYouPost) => void
  lessFrom: (post: ForYouPost) => void
}

const isTouch = () => matchMedia('(pointer: coarse)').matches

/** "Not for me" and "less from": shown at once, and undone with a message if the server refuses. */
export function useFeedback(): ForYouFeedback {
  const client = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const hiding = useMutation({
    mutationFn: (input: { id: string; hidden: boolean }) =>
      call(hidePost, { params: { id: input.id }, body: { hidden: input.hidden } }),
  })
  const lessening = useMutation({
    mutationFn: (input: { id: string; less: boolean }) =>
      call(showLessOf, { params: { id: input.id }, body: { less: input.less } }),
  })

  const show = (id: string, isHidden: boolean) =>
    setHidden((before) => {
      const after = new Set(before)
      if (isHidden) after.add(id)
      else after.delete(id)
      return after
    })

  const setPost = async (post: ForYouPost, isHidden: boolean) => {
    show(post.id, isHidden)
    try {
      await hiding.mutateAsync({ id: post.id, hidden: isHidden })
    } catch (error) {
      show(post.id, !isHidden)
      const line = isHidden ? texts.hidden.failed : texts.hidden.backFailed
      if (!isUnauthorized(error)) showFailure(line, () => void setPost(post, isHidden))
      return
    }
    void refreshAfterPost(client, { type: 'hide', id: post.id })
    if (!isHidden) return
    toast({
      title: texts.hidden.toast,
      description: isTouch() ? texts.hidden.toastLineTouch : texts.hidden.toastLine,
      action: { label: texts.hidden.undo, onClick: () => void setPost(post, false) },
    })
  }

  const setLess = async (post: ForYouPost, less: boolean) => {
    const name = fullName(post.creator)
    try {
      await lessening.mutateAsync({ id: post.creatorId, less })
    } catch (error) {
      if (!isUnauthorized(error)) {
        showFailure(texts.less.failed(name), () => void setLess(post, less))
      }
      return
    }
    toast(
      less
        ? {
            title: texts.less.toast(name),
            description: texts.less.toastLine,
            action: { label: texts.less.undo, onClick: () => void setLess(post, false) },
          }
        : { title: texts.less.undone(name) },
    )
  }

  return {
    hidden,
    hide: (post) => void setPost(post, true),
    putBack: (post) => void setPost(post, false),
    lessFrom: (post) => void setLess(post, true),
  }
}
