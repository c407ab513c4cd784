import { Link } from '@tanstack/react-router'
import type { FoundPost } from '@plinth/contract/search/search.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Picture } from '../../../ui/media/picture.tsx'

/** Posts in rows: a small picture, the title, who made it when, and the first lines. */
export const FoundPosts = ({ posts }: { posts: readonly FoundPost[] }) => (
  <ul>
    {posts.map((post) => (
      <li key={post.id} className="found-row relative">
        <span className="found-picture">
          <Picture picture={pictureSources(post.picture)} sizes="92px" alt="" />
        </span>
        <span className="min-w-0 flex-1">
          <Link
            to="/post/$id"
            params={{ id: post.id }}
            className="work-link work-title block truncate text-18 text-ink"
          >
            {post.title}
          </Link>
          <span className="block truncate text-14 text-ink-3">
            <span className="text-ink-2">{fullName(post.creator)},</span> {dayOf(post.createdAt)}
          </span>
          {post.description === '' ? null : (
            <span className="mt-1 line-clamp-2 text-14 text-ink-2">{post.description}</span>
          )}
        </span>
      </li>
    ))}
  </ul>
)
