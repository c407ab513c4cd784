import { listTagPosts } from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import type { Context } from '../../../deps.ts'
import { findTagged } from '../post-list-queries.ts'
import { findTag } from '../tag-queries.ts'

export function registerTags({ mount, deps: { db } }: Context): void {
  mount.hot(getTag, ({ tokenHash, params }) => findTag(db, { tokenHash }, params.tag))
  mount.hot(listTagPosts, ({ tokenHash, params, query }) =>
    findTagged(db, { tokenHash }, params.tag, query),
  )
}
