import { POST_SIZES } from '@plinth/contract/media/sizes.ts'
import { listComments, type Comment } from '@plinth/contract/posts/comments.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { getPost, type PostView } from '@plinth/contract/posts/posts.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { preloadOf, previewImage } from '../../core/media/media-pages.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import { imageJsonLd, interaction, nameOf, personJsonLd } from '../../core/users/person-view.ts'
import { findReservation } from '../../core/users/reservation-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { type PageData, type PageDefinition, shorten } from '../../http/shell/page.ts'
import { readJson } from '../../http/json.ts'
import { isId } from '../../http/paging.ts'
import { findComments } from './comments/comment-list-queries.ts'
import { findPostView } from './post-item-queries.ts'
import { postReads } from './post-card-queries.ts'

/**
 * A post under its own address, which is what people share. Visitors get it rendered, so that link previews, search
 * engines and readers without scripts see the post.
 */
export const postPages = (deps: Deps): PageDefinition[] => [
  {
    path: '/post/:id',
    load: async ({ viewer, params }) => {
      const id = params['id'] ?? ''
      const page = await loadPost(deps, { viewerId: viewer?.id ?? null }, id)
      return page && { ...page, prerender: viewer === null }
    },
  },
]

async function loadPost(deps: Deps, who: Who, id: string): Promise<PageData | null> {
  if (!isId(id.toLowerCase())) return null
  const { db, env } = deps
  const { json } = await findPostView(postReads(deps), who, id)
  if (json === null) return null
  const post = readJson<PostView>(json)
  const name = nameOf(post.creator)
  const [first] = post.media
  // A sensitive picture is blurred on the page, so a link preview must not show it.
  const open = post.isSensitive ? undefined : first
  const image = open && previewImage(open.picture, post.title)
  const canonical = `/post/${post.id}`
  const [isReserved, comments] = await Promise.all([
    findReservation(db, post.creatorId),
    commentsBoot(db, who, id),
  ])
  return {
    title: `${post.title} by ${name}`,
    description: shorten(post.description) || `A post by ${name} on Plinth.`,
    canonical,
    type: 'article',
    ...(image ? { image } : {}),
    ...videoOf(open),
    preload: open?.kind === 'image' ? preloadOf(open.picture, POST_SIZES) : [],
    jsonLd: postJsonLd(post, { publicUrl: env.publicUrl, page: canonical, image }),
    screen: 'post',
    isReserved,
    isEmbeddable: isOpenToAll(post) && !post.isSensitive,
    boot: [[queryKey(getPost, { params: { id } }), post], ...comments],
  }
}

const isOpenToAll = (post: PostView): boolean =>
  post.isPublic && post.isApproved && post.isReady && !post.isTakenDown

/** The first page of comments, so that they appear together with the post. */
async function commentsBoot(db: Database, who: Who, id: string): Promise<PageData['boot']> {
  const input = { list: 'oldest', ofId: id, limit: PAGE_SIZE, after: null } as const
  const { json, nextCursor } = await findComments(db, who, input)
  if (json === null) return []
  const page = { items: readJson<Comment[]>(json), next: nextCursor }
  return [[queryKey(listComments, { params: { id } }, 'first'), page]]
}

function videoOf(first: PostView['media'][number] | undefined): Pick<PageData, 'video'> {
  const { url = null, contentType = null } = first?.video ?? {}
  if (first === undefined || url === null || contentType === null) return {}
  const { width, height } = first.picture
  return { video: { path: url, contentType, width, height } }
}

interface Addresses {
  publicUrl: string
  /** Path of the post's page. */
  page: string
  image: PageData['image']
}

/** https://schema.org/SocialMediaPosting, with the video when the first file is one. */
function postJsonLd(post: PostView, addresses: Addresses): object {
  const { publicUrl, page, image } = addresses
  const href = (path: string) => new URL(path, publicUrl).href
  const { creator, description, tags } = post
  return {
    '@context': 'https://schema.org',
    '@type': 'SocialMediaPosting',
    headline: post.title,
    url: href(page),
    ...(description ? { text: description } : {}),
    ...(image === undefined
      ? {}
      : { image: imageJsonLd(image, { publicUrl, page, creator, isOwned: true }) }),
    ...videoJsonLd(post, addresses),
    author: personJsonLd(creator, publicUrl),
    datePublished: post.createdAt,
    ...(tags.length > 0 ? { keywords: tags.join(', ') } : {}),
    interactionStatistic: [
      interaction('LikeAction', post.likeCount),
      interaction('CommentAction', post.commentCount),
      interaction('ShareAction', post.shareCount),
    ],
  }
}

/** https://schema.org/VideoObject; empty while the video cannot be played. */
function videoJsonLd(post: PostView, { publicUrl, image }: Addresses): object {
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
