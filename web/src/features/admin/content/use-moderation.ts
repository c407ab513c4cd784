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
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { makeEntityCache } from '../../../lib/cache/entity-cache.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-api.ts'
import { subjectKind, type ContentItem, type ContentKind } from './content-rules.ts'
import { contentTexts as texts } from './content-texts.ts'
import { putBack } from '@plinth/contract/moderation/takedowns.ts'

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

/** Shows it otherwise in every list that is kept. */
const patchItem = (client: QueryClient, { kind, id }: ContentItem, moderation: Moderation) =>
  rows[kind].patch(client, id, () => moderation)

/** An admin's word on a post or a work: shown at once, set back when it fails. */
export function useModeration(item: ContentItem) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (moderation: Moderation) => send(item, moderation),
    onMutate: (moderation) => {
      // As it is now: when the answer comes it is shown otherwise already.
      const former = formerOf(item, moderation)
      patchItem(client, item, moderation)
      return former
    },
    onError: (error, _moderation, former) => {
      if (former) patchItem(client, item, former)
      if (isUnauthorized(error)) return
      toast({
        title: texts.updateFailed[item.kind],
        description: sentenceOf(error, texts.tryLater),
        variant: 'destructive',
      })
    },
    onSuccess: () => void refreshAdmin(client, LISTS[item.kind]),
  })
  return { moderate: mutate, isBusy: isPending }
}

/** As it was before: of what was changed only. */
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

/** Deletes it for good. `onClose`: the question has its answer, whatever that was. */
export function useRemoval(
  { kind, id, title }: ContentItem,
  { onGone, onClose }: { onGone: () => void; onClose: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(REMOVALS[kind], { params: { id } }),
    onSuccess: async () => {
      onClose()
      onGone()
      toast({ title: texts.deleted[kind], description: title, variant: 'success' })
      await refreshAdmin(client, LISTS[kind])
    },
    onError: (error) => {
      onClose()
      if (isUnauthorized(error)) return
      toast({
        title: texts.deleteFailed[kind],
        description: sentenceOf(error, texts.tryLater),
        variant: 'destructive',
      })
    },
  })
}

const REMOVALS: Record<ContentKind, typeof deleteAnyPost | typeof deleteAnyWork> = {
  posts: deleteAnyPost,
  works: deleteAnyWork,
}

/** Lets what was taken down hang again. The server may want another decision first: it says which. */
export function usePutBack({ kind, id, title }: ContentItem) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(putBack, { params: { kind: subjectKind[kind], id } }),
    onSuccess: async () => {
      toast({ title: texts.isBack, description: title, variant: 'success' })
      await refreshAdmin(client, LISTS[kind])
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      toast({
        title: texts.updateFailed[kind],
        description: sentenceOf(error, texts.tryLater),
        variant: 'destructive',
      })
    },
  })
  return { putBack: mutate, isPuttingBack: isPending }
}
