import type { Post, PostMedia } from '@plinth/contract/posts/posts.ts'
import { clock, counted, fullName } from '../../../lib/format/format.ts'
import { texts } from '../posts-texts.ts'

/** Badges that only the author and admins see. */
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

/** `Film, 0:42`, `3 pictures`, `3 files`; null for a single picture. */
export function filesOf(media: Files): string | null {
  const first = media[0]
  if (media.length > 1) {
    const arePictures = media.every(({ kind }) => kind === 'image')
    return texts.card[arePictures ? 'pictures' : 'files'](media.length)
  }
  if (first?.kind !== 'video') return null
  return texts.card.film(clock((first.video?.durationMs ?? 0) / 1_000))
}

/** Whether there is a picture to show. A video has none until its poster is made, or if making it failed. */
export const isViewable = ({ picture, kind }: Pick<PostMedia, 'picture' | 'kind'>): boolean =>
  picture.state === 'ready' ||
  picture.renditions.length > 0 ||
  // A picture's original can be shown at once.
  (kind === 'image' && picture.state !== 'failed')

/** `Marit Solheim, Crafting`; a post need not have a category. */
export const byline = ({ creator, category }: Pick<Post, 'creator' | 'category'>) =>
  [fullName(creator), ...(category ? [category.name] : [])].join(', ')

/** The accessible name, with everything that the placard may leave out when it is narrow. */
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
