import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sharePost, type Post } from '@plinth/contract/posts/posts.ts'
import { call } from '../../../lib/api/api.ts'
import { notifyTabs } from '../../../lib/routing/tabs.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { patchPost } from '../post-cache.ts'
import { texts } from '../posts-texts.ts'

interface Link {
  title: string
  url: string
}
/** What of the browser's `navigator` sharing needs. */
export interface Sharer {
  share?: (link: Link) => Promise<void>
  clipboard?: { writeText: (text: string) => Promise<void> }
}
export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed'

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** By the device's own way of sharing, or else onto the clipboard. Never rejects. */
export async function shareLink(link: Link, browser: Sharer): Promise<Shared> {
  if (browser.share) {
    try {
      await browser.share(link)
      return 'shared'
    } catch (error) {
      if (isCancelled(error)) return 'cancelled'
      // Refused by the device: the clipboard is left.
    }
  }
  try {
    await browser.clipboard?.writeText(link.url)
    return browser.clipboard ? 'copied' : 'failed'
  } catch {
    return 'failed'
  }
}

/** Shares a post. It counts once per person; a share by a visitor counts nothing. */
export function useShare(): (post: Pick<Post, 'id' | 'title'>) => Promise<void> {
  const client = useQueryClient()
  const isMember = useViewer() !== null
  const { mutate } = useMutation({
    mutationFn: (id: string) => call(sharePost, { params: { id } }),
    // A share that goes uncounted is nobody's trouble, so a failure says nothing.
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
      toast({ title: texts.share.failed, description: url, variant: 'destructive' })
      return
    }
    if (done === 'copied') toast({ title: texts.share.copied, description: texts.share.copiedLine })
    if (isMember) mutate(id)
  }
}
