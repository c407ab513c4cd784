import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sharePost, type Post } from '@plinth/contract/posts/posts.ts'
import { call } from '../../../lib/api/api.ts'
import { notifyTabs } from '../../../lib/routing/tabs.ts'
import { toast, showError } from '../../../ui/feedback/toast.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { patchPost } from '../post-cache.ts'
import { texts } from '../posts-texts.ts'

interface Link {
  title: string
  url: string
}
/** The parts of the browser's `navigator` that sharing needs. */
export interface Sharer {
  share?: (link: Link) => Promise<void>
  clipboard?: { writeText: (text: string) => Promise<void> }
}
export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed'

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Shares with the device's own dialog or, if it has none, copies to the clipboard. Never rejects. */
export async function shareLink(link: Link, browser: Sharer): Promise<Shared> {
  if (browser.share) {
    try {
      await browser.share(link)
      return 'shared'
    } catch (error) {
      if (isCancelled(error)) return 'cancelled'
      // The device refused: falls back to the clipboard.
    }
  }
  try {
    await browser.clipboard?.writeText(link.url)
    return browser.clipboard ? 'copied' : 'failed'
  } catch {
    return 'failed'
  }
}

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
