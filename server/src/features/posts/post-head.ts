import type { PostView } from '@plinth/contract/posts/posts.ts'
import type { PageData } from '../../http/pages.ts'

interface Addresses {
  publicUrl: string
  /** Path of the post's page. */
  page: string
  image: PageData['image']
}

const interaction = (kind: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${kind}`,
  userInteractionCount: count,
})

/** https://schema.org/SocialMediaPosting, with its film when the first file is one. */
export function postJsonLd(post: PostView, name: string, addresses: Addresses): object {
  const { publicUrl, page, image } = addresses
  const href = (path: string) => new URL(path, publicUrl).href
  const { creator, description, tags } = post
  return {
    '@context': 'https://schema.org',
    '@type': 'SocialMediaPosting',
    headline: post.title,
    url: href(page),
    ...(description ? { articleBody: description } : {}),
    ...(image === undefined ? {} : { image: href(image.path) }),
    ...videoOf(post, addresses),
    author: {
      '@type': 'Person',
      name,
      url: href(`/${creator.isCreator ? 'creator' : 'profile'}/${creator.id}`),
    },
    datePublished: post.createdAt,
    ...(tags.length > 0 ? { keywords: tags.join(', ') } : {}),
    interactionStatistic: [
      interaction('LikeAction', post.likeCount),
      interaction('CommentAction', post.commentCount),
      interaction('ShareAction', post.shareCount),
    ],
  }
}

/** https://schema.org/VideoObject; nothing while the film cannot be played. */
function videoOf(post: PostView, { publicUrl, image }: Addresses): object {
  const film = post.media[0]?.video ?? null
  if (film === null || film.url === null || image === undefined) return {}
  return {
    video: {
      '@type': 'VideoObject',
      name: post.title,
      description: post.description || post.title,
      thumbnailUrl: new URL(image.path, publicUrl).href,
      contentUrl: new URL(film.url, publicUrl).href,
      uploadDate: post.createdAt,
      duration: `PT${(film.durationMs / 1_000).toFixed(1)}S`,
    },
  }
}
