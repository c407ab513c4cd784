import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Media } from '@plinth/contract/media/media.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { ReceiptDialog } from '../../features/media/receipt-dialog.tsx'
import type { ReceiptContext } from '../../features/media/receipt-view.tsx'
import { findWorkWhere, patchWorksWhere } from '../../features/portfolios/portfolio-cache.ts'
import { findPostWhere, patchPostsWhere } from '../../features/posts/post-cache.ts'
import { fullName } from '../../lib/format/format.ts'
import { receiptDialog } from '../../lib/routing/dialog-search.ts'
import { useCloseDialog } from '../../lib/routing/use-close-dialog.ts'

/** The receipt of one of the viewer's files, over any screen that shows its work or post. */
export function RoutedReceiptDialog({ id }: { id: string | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <ReceiptDialog
      id={id}
      of={id === undefined ? undefined : ownerOf(client, id)}
      onStep={(next) => void navigate({ ...receiptDialog(next), replace: true })}
      onSaved={(media) => showAlt(client, media)}
      onClose={useCloseDialog()}
    />
  )
}

const holds =
  (id: string) =>
  ({ media }: Pick<Post, 'media'>) =>
    media.some(({ picture }) => picture.id === id)
const isOf =
  (id: string) =>
  ({ picture }: Pick<PortfolioItem, 'picture'>) =>
    picture.id === id

function ownerOf(client: QueryClient, id: string): ReceiptContext | undefined {
  const post = findPostWhere(client, holds(id))
  const found = post ?? findWorkWhere(client, isOf(id))
  if (!found) return undefined
  const { title, creator } = found
  return {
    title,
    maker: { name: fullName(creator), src: creator.profileImageUrl, creator: creator.isCreator },
    files: post ? post.media.map(({ picture }) => picture.id) : [id],
  }
}

/** Shows the new alternative text wherever the file is shown. */
function showAlt(client: QueryClient, { id, picture: { alt } }: Media): void {
  patchWorksWhere(client, isOf(id), ({ picture }) => ({ picture: { ...picture, alt } }))
  patchPostsWhere(client, holds(id), ({ media }) => ({
    media: media.map((file) =>
      file.picture.id === id ? { ...file, picture: { ...file.picture, alt } } : file,
    ),
  }))
}
