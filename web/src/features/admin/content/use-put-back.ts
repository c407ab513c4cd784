import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putBack } from '@plinth/contract/moderation/standing.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-api.ts'
import { standingKind, type ContentItem } from './content-item.ts'
import { contentTexts as texts } from './content-texts.ts'
import { LISTS } from './use-moderation.ts'

/** Lets what was taken down hang again. The server may want another decision first: it says which. */
export function usePutBack({ kind, id, title }: ContentItem) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(putBack, { params: { kind: standingKind[kind], id } }),
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
