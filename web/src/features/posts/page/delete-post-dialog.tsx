import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deletePost, type Post, type PostView } from '@plinth/contract/posts/posts.ts'
import { call } from '../../../lib/api/api.ts'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { dropPost, refreshAfterPost } from '../post-cache.ts'
import { ownerTexts } from './post-owner-texts.ts'
import { showCallError } from '../../session/unauthorized.ts'

interface DeletePostDialogProps {
  post: Pick<Post, 'id' | 'title'> & Partial<Pick<PostView, 'promotion'>>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The server has deleted it. */
  onGone?: (() => void) | undefined
}

/** Asks for confirmation, then removes the post from all lists at once; if the server refuses, it comes back. */
export function DeletePostDialog({
  post: { id, title, promotion },
  open,
  onOpenChange,
  onGone,
}: DeletePostDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deletePost, { params: { id } }),
    onMutate: () => dropPost(client, id),
    onSuccess: async () => {
      const refreshed = refreshAfterPost(client, { type: 'delete', id })
      onOpenChange(false)
      onGone?.()
      toast({ title: ownerTexts.deleted, description: title })
      await refreshed
    },
    onError: async (error) => {
      onOpenChange(false)
      showCallError(error, ownerTexts.deleteFailedTitle, ownerTexts.again)
      await refreshAfterPost(client, { type: 'update', id })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={ownerTexts.deleteTitle(title)}
      description={ownerTexts.deleteText(promotion?.state)}
      keep={ownerTexts.keep}
      confirm={ownerTexts.deleteButton(title)}
      busy={remove.isPending && ownerTexts.deleting}
      onConfirm={() => remove.mutate()}
    />
  )
}
