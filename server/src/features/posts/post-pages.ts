import { listComments, type Comment } from '@plinth/contract/posts/comments.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { getPost, type PostView } from '@plinth/contract/posts/posts.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { preloadOf, previewImage } from '../../core/media/media-pages.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { PageData, PageDefinition } from '../../http/pages.ts'
import { isId } from '../../http/paging.ts'
import { shorten } from '../../http/shorten.ts'
import { listOfComments } from './comments/comment-list-queries.ts'
import { postJsonLd } from './post-head.ts'
import { findPostView } from './post-item-queries.ts'

/** As wide as the screen shows a post's picture, so that the same file is fetched. */
const SIZES = '(max-width: 720px) 100vw, 80vw'

/**
 * A post under its own address, which is what people share. Visitors get it rendered: previews, search engines and
 * readers without scripts see what everybody sees.
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

async function loadPost({ db, env }: Deps, who: Who, id: string): Promise<PageData | null> {
  if (!isId(id.toLowerCase())) return null
  const { json } = await findPostView(db, who, id)
  if (json === null) return null
  const post = JSON.parse(json) as PostView
  const name = `${post.creator.firstName} ${post.creator.lastName}`.trim() || 'Somebody on Plinth'
  const [first] = post.media
  // What is blurred here is not shown to whoever gets a link.
  const open = post.isSensitive ? undefined : first
  const image = open && previewImage(open.picture, post.title)
  const canonical = `/post/${post.id}`
  return {
    title: `${post.title} by ${name}`,
    description: shorten(post.description) || `A post by ${name} on Plinth.`,
    canonical,
    type: 'article',
    ...(image ? { image } : {}),
    ...videoOf(open),
    preload: open?.kind === 'image' ? preloadOf(open.picture, SIZES) : [],
    jsonLd: postJsonLd(post, name, { publicUrl: env.publicUrl, page: canonical, image }),
    screen: 'post',
    boot: [[queryKey(getPost, { params: { id } }), post], ...(await commentsBoot(db, who, id))],
  }
}

/** What is said of the post, so that it stands there with it. */
async function commentsBoot(db: Database, who: Who, id: string): Promise<PageData['boot']> {
  const input = { list: 'oldest', ofId: id, limit: PAGE_SIZE, after: null } as const
  const { json, nextCursor } = await listOfComments(db, who, input)
  if (json === null) return []
  const page = { items: JSON.parse(json) as Comment[], next: nextCursor }
  return [[queryKey(listComments, { params: { id } }, 'first'), page]]
}

function videoOf(first: PostView['media'][number] | undefined): Pick<PageData, 'video'> {
  const { url = null, contentType = null } = first?.video ?? {}
  if (first === undefined || url === null || contentType === null) return {}
  const { width, height } = first.picture
  return { video: { path: url, contentType, width, height } }
}
