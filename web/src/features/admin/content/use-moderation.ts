import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  deleteAnyPost,
  deleteAnyWork,
  listAdminPosts,
  listAdminWorks,
  moderateWork,
} from '@plinth/contract/moderation/admin.ts'
import { moderatePost } from '@plinth/contract/posts/posts.ts'
import { labelSensitive } from '@plinth/contract/moderation/sensitive.ts'
import { call } from '../../../lib/api/api.ts'
import { makeEntityCache } from '../../../lib/cache/entity-cache.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-api.ts'
import { subjectKind, type ContentItem, type ContentKind } from './content-rules.ts'
import { contentTexts as texts } from './content-texts.ts'
import { putBack } from '@plinth/contract/moderation/takedowns.ts'
import { showCallError } from '../../session/unauthorized.ts'

export interface Moderation {
  isApproved?: boolean
  isFeatured?: boolean
  isSensitive?: boolean
  title?: string
  description?: string
}

type Row = Moderation & { id: string }

export const LISTS = { posts: listAdminPosts, works: listAdminWorks }

async function send({ kind, id }: ContentItem, moderation: Moderation): Promise<void> {
  const { isSensitive, isApproved, ...rest } = moderation
  const params = { id }
  if (isSensitive !== undefined) {
    await call(labelSensitive, {
      params: { kind: subjectKind[kind], id },
      body: { isSensitive },
    })
  } else if (kind === 'posts') {
    await call(moderatePost, {
      params,
      body: isApproved === undefined ? rest : { ...rest, isApproved },
    })
  } else await call(moderateWork, { params, body: rest })
}

const rows = {
  posts: makeEntityCache<Row>({ heldBy: [listAdminPosts] }),
  works: makeEntityCache<Row>({ heldBy: [listAdminWorks] }),
}

/** Changes the item in every cached list. */
const patchItem = (client: QueryClient, { kind, id }: ContentItem, moderation: Moderation) =>
  rows[kind].patch(client, id, () => moderation)

/** Changes a post or work optimistically, and reverts when the server refuses. */
export function useModeration(item: ContentItem) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (moderation: Moderation) => send(item, moderation),
    onMutate: (moderation) => {
      // Read now, because the cache already shows the change when the answer comes.
      const former = formerOf(item, moderation)
      patchItem(client, item, moderation)
      return former
    },
    onError: (error, _moderation, former) => {
      if (former) patchItem(client, item, former)
      showCallError(error, texts.updateFailed[item.kind], texts.tryLater)
    },
    onSuccess: () => void refreshAdmin(client, LISTS[item.kind]),
  })
  return { moderate: mutate, isBusy: isPending }
}

/** The former values of the fields that change. */
function formerOf(item: ContentItem, moderation: Moderation): Moderation {
  const former = {
    isApproved: !item.isPending,
    isFeatured: item.isFeatured,
    isSensitive: item.isSensitive,
    title: item.title,
    description: item.description,
  }
  return Object.fromEntries(Object.entries(former).filter(([name]) => name in moderation))
}

/** Deletes it for good. `onClose` is called after success and failure alike. */
export function useRemoval(
  { kind, id, title }: ContentItem,
  { onGone, onClose }: { onGone: () => void; onClose: () => void },
) {
  const client = useQueryClient()
  return useSendOnce({
    send: () => call(REMOVALS[kind], { params: { id } }),
    onSent: async () => {
      onClose()
      onGone()
      toast({ title: texts.deleted[kind], description: title, variant: 'success' })
      await refreshAdmin(client, LISTS[kind])
    },
    onFailed: (error) => {
      onClose()
      showCallError(error, texts.deleteFailed[kind], texts.tryLater)
    },
  })
}

const REMOVALS: Record<ContentKind, typeof deleteAnyPost | typeof deleteAnyWork> = {
  posts: deleteAnyPost,
  works: deleteAnyWork,
}

/** Puts back what was taken down. The server refuses while an appeal or a copyright notice is open, and says which. */
export function usePutBack({ kind, id, title }: ContentItem) {
  const client = useQueryClient()
  const putting = useSendOnce({
    send: () => call(putBack, { params: { kind: subjectKind[kind], id } }),
    onSent: async () => {
      toast({ title: texts.isBack, description: title, variant: 'success' })
      await refreshAdmin(client, LISTS[kind])
    },
    onFailed: (error) => showCallError(error, texts.updateFailed[kind], texts.tryLater),
  })
  return { putBack: () => putting.send(null), isPuttingBack: putting.isSending }
}
