import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { UseFormReturn } from 'react-hook-form'
import { createPost, type Post } from '@plinth/contract/posts/posts.ts'
import { isUnauthorized, sendForm, sentenceOf } from '../../../lib/api/api.ts'
import { showFieldErrors } from '../../../lib/forms/form-problems.ts'
import { mediaOf } from '../../lib/sent-files.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAfterPost } from '../post-cache.ts'
import type { PostFile } from './post-files.ts'
import { FIELD_LABELS, formDataOf, type PostFields } from './post-form.ts'
import { texts } from './post-form-texts.ts'
import { keepAlt } from './post-uploads.ts'

interface Sent {
  fields: PostFields
  files: readonly PostFile[]
  clientId: string
}

/** Sends the post; what went wrong lands on its field and in a toast, and nothing typed is lost. */
export function useSendPost(form: UseFormReturn<PostFields>, onPosted: () => void) {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async ({ fields, files, clientId }: Sent) => {
      await Promise.all(files.map(keepAlt))
      const urls = files.flatMap((file) => mediaOf(file)?.url ?? [])
      return sendForm(createPost, formDataOf(fields, { clientId, urls }))
    },
    onSuccess: async (post) => {
      const refreshed = refreshAfterPost(client, { type: 'create' })
      onPosted()
      toast({
        title: texts.create.doneTitle,
        description: lineOf(post),
        action: {
          label: texts.create.view,
          onClick: () => void router.navigate({ to: '/post/$id', params: { id: post.id } }),
        },
      })
      await refreshed
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      showFieldErrors(form, error, FIELD_LABELS)
      toast({
        title: texts.create.failedTitle,
        description: sentenceOf(error, texts.create.failed),
        variant: 'destructive',
      })
    },
  })
}

function lineOf({ title, isReady, isPublic, media }: Post): string {
  if (!isPublic) return texts.create.donePrivate(title)
  return isReady
    ? texts.create.done(title)
    : texts.create.doneWaiting(media.some(({ kind }) => kind === 'video'))
}
