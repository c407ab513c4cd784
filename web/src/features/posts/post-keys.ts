import type { QueryKey } from '@tanstack/react-query'
import { pathOf, startsWith } from '../../lib/entity-cache.ts'

/** Every query of posts starts with this: `patchPost` reaches lists, feeds and single posts alike. */
export const POSTS_ROOT = '/api/posts'

const list = (name: string) => (key: QueryKey) => startsWith(key, `${POSTS_ROOT}/${name}`)

/** Ranked once a visit: nothing but a new visit reorders it. */
export const isForYou = (key: QueryKey) => startsWith(key, `${POSTS_ROOT}?`)
export const isFollowed = list('feed?')
export const isExplore = list('explore?')
export const isByPerson = list('user/')
export const isLiked = list('liked?')
export const isSaved = list('saved?')
export const isTagged = list('tag/')
export const isPostOf = (key: QueryKey, id: string) => pathOf(key) === `${POSTS_ROOT}/${id}`

const ONE = /^\/api\/posts\/[^/?]+$/
export const isAnyPost = (key: QueryKey) => ONE.test(pathOf(key))
/** Profiles say how many posts there are. */
export const isProfile = (key: QueryKey) => startsWith(key, '/api/users/profile/')
/** Tags say how many posts carry them. */
export const isTag = (key: QueryKey) => startsWith(key, '/api/tags/')
