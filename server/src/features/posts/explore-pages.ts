import { CATEGORIES } from '@plinth/contract/choices.ts'
import { MAX_TAG_LENGTH } from '@plinth/contract/limits.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { listExplorePosts, listTagPosts, listUserPosts } from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Deps } from '../../deps.ts'
import type { PageData, PageDefinition } from '../../http/shell/page.ts'
import { readJson } from '../../http/json.ts'
import { readPage } from '../../http/paging.ts'
import { postReads } from './post-card-queries.ts'
import { findExplore, findTagPosts, findUserPosts } from './post-list-queries.ts'
import { findTag } from './tag-queries.ts'

type Boot = PageData['boot']

/** Boot data of another feature that these pages contain. */
export interface ExploreBoots {
  categories: (who: Who) => Promise<Boot>
  tagWorks: (who: Who, tag: string) => Promise<Boot>
}

/** Everybody's posts, and everything with a tag. Visitors get both rendered. */
export const explorePages = (deps: Deps, boots: ExploreBoots): PageDefinition[] => [
  {
    path: '/explore/posts',
    load: async ({ viewer, query }) => {
      const who = { viewerId: viewer?.id ?? null }
      const category = CATEGORIES.find(({ slug }) => slug === query['category'])
      const filter = category === undefined ? {} : { categoryId: category.id }
      const [categories, posts] = await Promise.all([
        boots.categories(who),
        findExplore(deps.db, filter),
      ])
      return {
        title: category === undefined ? 'Posts' : `Posts in ${category.name}`,
        description: `Posts${category === undefined ? '' : ` in ${category.name}`} by people you can follow and hire on Plinth.`,
        canonical: '/explore/posts',
        screen: 'explore-posts',
        prerender: viewer === null,
        boot: [
          ...categories,
          [queryKey(listExplorePosts, { query: filter }, 'first'), readPage(posts)],
        ],
      }
    },
  },
  {
    path: '/explore/tag/:tag',
    load: async ({ viewer, params }) => {
      const tag = params['tag'] ?? ''
      const who = { viewerId: viewer?.id ?? null }
      return {
        title: `#${tag.toLowerCase()}`,
        description: `Works and posts with the tag #${tag.toLowerCase()} on Plinth.`,
        canonical: `/explore/tag/${encodeURIComponent(tag.toLowerCase())}`,
        screen: 'tag',
        prerender: viewer === null,
        boot: tag.length > MAX_TAG_LENGTH ? [] : await tagBoot(deps, who, tag, boots),
      }
    },
  },
]

async function tagBoot(
  deps: Deps,
  who: Who,
  tag: string,
  boots: ExploreBoots,
): Promise<PageData['boot']> {
  const [view, posts, works] = await Promise.all([
    findTag(deps.db, who, tag),
    findTagPosts(postReads(deps), who, tag, {}),
    boots.tagWorks(who, tag),
  ])
  return [
    [queryKey(getTag, { params: { tag } }), view.json === null ? null : readJson(view.json)],
    [queryKey(listTagPosts, { params: { tag } }, 'first'), readPage(posts)],
    ...works,
  ]
}

/** The first page of somebody's posts, for their profile page. */
export async function userPostsBoot(deps: Deps, who: Who, id: string): Promise<Boot> {
  const posts = await findUserPosts(postReads(deps), who, id, {})
  if (posts.json === null) return []
  return [[queryKey(listUserPosts, { params: { id } }, 'first'), readPage(posts)]]
}
