import type { Post, PostMedia } from '@plinth/contract/posts/posts.ts'
import { clock, counted, fullName } from '../../../lib/format/format.ts'
import { texts } from '../posts-texts.ts'

/** What only its author and admins meet. */
export type PostBadge = 'pending' | 'private' | 'preparing' | 'failed'

export function badgesOf({
  isApproved,
  isPublic,
  isReady,
  media,
}: Pick<Post, 'isApproved' | 'isPublic' | 'isReady' | 'media'>): PostBadge[] {
  const isFailed = media.some(({ failure }) => failure !== null)
  return [
    ...(isApproved ? [] : ['pending' as const]),
    ...(isPublic ? [] : ['private' as const]),
    ...(isFailed ? ['failed' as const] : isReady ? [] : ['preparing' as const]),
  ]
}

type Files = readonly Pick<PostMedia, 'kind' | 'video'>[]

/** `Film, 0:42`, `3 pictures`, `3 files`; null for one picture, which says it itself. */
export function filesOf(media: Files): string | null {
  const first = media[0]
  if (media.length > 1) {
    const arePictures = media.every(({ kind }) => kind === 'image')
    return texts.card[arePictures ? 'pictures' : 'files'](media.length)
  }
  if (first?.kind !== 'video') return null
  return texts.card.film(clock((first.video?.durationMs ?? 0) / 1_000))
}

/** Whether there is something to look at: not while a film's poster is being made, nor where none could be. */
export const isViewable = ({ picture, kind }: Pick<PostMedia, 'picture' | 'kind'>): boolean =>
  picture.state === 'ready' ||
  picture.renditions.length > 0 ||
  // The original of a picture is there from the first moment.
  (kind === 'image' && picture.state !== 'failed')

/** `Marit Solheim, Crafting`; a post need not have a category. */
export const byline = ({ creator, category }: Pick<Post, 'creator' | 'category'>) =>
  [fullName(creator), ...(category ? [category.name] : [])].join(', ')

/** Everything that the placard may leave out for want of room. */
export function nameOf(post: Post): string {
  const files = filesOf(post.media)
  return [
    post.title,
    byline(post),
    ...(files === null ? [] : [files]),
    counted(post.likeCount, 'like'),
    counted(post.commentCount, 'comment'),
    counted(post.viewCount, 'view'),
    ...(post.isFeatured ? ['Featured'] : []),
  ].join(', ')
}
