import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sharePost, type Post } from '@plinth/contract/posts/posts.ts'
import { call } from '../../../lib/api/api.ts'
import { shareLink } from '../../../lib/browser/share.ts'
import { notifyTabs } from '../../../lib/routing/tabs.ts'
import { toast, showError } from '../../../ui/feedback/toast.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { patchPost } from '../post-cache.ts'
import { texts } from '../posts-texts.ts'

/** Shares a post. Shares count once per member; visitors' shares do not count. */
export function useShare(): (post: Pick<Post, 'id' | 'title'>) => Promise<void> {
  const client = useQueryClient()
  const isMember = useViewer() !== null
  const { mutate } = useMutation({
    mutationFn: (id: string) => call(sharePost, { params: { id } }),
    // The share itself worked, so a failure to count it shows no error.
    onSuccess: ({ shareCount }, id) => {
      patchPost(client, id, () => ({ shareCount }))
      notifyTabs({ type: 'post', id, patch: { shareCount } })
    },
  })
  return async ({ id, title }) => {
    const url = `${location.origin}/post/${id}`
    const done = await shareLink({ title, url }, navigator)
    if (done === 'cancelled') return
    if (done === 'failed') {
      showError(texts.share.failed, url)
      return
    }
    if (done === 'copied') toast({ title: texts.share.copied, description: texts.share.copiedLine })
    if (isMember) mutate(id)
  }
}
