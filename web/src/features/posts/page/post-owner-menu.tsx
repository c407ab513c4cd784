import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, Ellipsis, Megaphone, Pencil, ReceiptText, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import type { Post, PostView } from '@plinth/contract/posts/posts.ts'
import { receiptDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { useViewer } from '../../session/use-viewer.ts'
import { menuTexts } from './post-page-texts.ts'

const EditPostDialog = lazy(async () => ({
  default: (await import('../create/edit-post-dialog.tsx')).EditPostDialog,
}))
const DeletePostDialog = lazy(async () => ({
  default: (await import('./delete-post-dialog.tsx')).DeletePostDialog,
}))

/** An owner's actions on their post. */
export function PostOwnerMenu({
  post,
  onPromote,
  onGone,
}: {
  post: Post & Partial<PostView>
  onPromote: () => void
  onGone?: () => void
}) {
  const viewer = useViewer()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const [first] = post.media
  return (
    <div className="flex items-center gap-2">
      {post.isPublic && post.isApproved && post.isReady ? (
        <Button onClick={onPromote}>
          <Megaphone size={18} aria-hidden />
          {menuTexts.promote(post.promotion ?? null)}
        </Button>
      ) : null}
      <Menu
        trigger={
          <IconButton name={menuTexts.menu(post.title)}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setOpen('edit')}>
          <Pencil size={18} aria-hidden />
          {menuTexts.edit}
        </MenuItem>
        {viewer?.isCreator === true ? (
          <MenuItem asChild>
            <Link to="/post/$id/statistics" params={{ id: post.id }}>
              <ChartNoAxesColumn size={18} aria-hidden />
              {menuTexts.statistics}
            </Link>
          </MenuItem>
        ) : null}
        {first === undefined ? null : (
          <MenuItem asChild>
            <Link {...receiptDialog(first.picture.id)}>
              <ReceiptText size={18} aria-hidden />
              {menuTexts.receipt(post.media.length > 1)}
            </Link>
          </MenuItem>
        )}
        <MenuItem tone="danger" onSelect={() => setOpen('delete')}>
          <Trash2 size={18} aria-hidden />
          {menuTexts.delete}
        </MenuItem>
      </Menu>
      <OnceOpened open={open === 'edit'}>
        <EditPostDialog post={post} open={open === 'edit'} onClose={close} />
      </OnceOpened>
      <OnceOpened open={open === 'delete'}>
        <DeletePostDialog
          post={post}
          open={open === 'delete'}
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onGone={onGone}
        />
      </OnceOpened>
    </div>
  )
}
