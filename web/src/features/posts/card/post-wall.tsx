import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { JustifiedWall } from '../../../ui/wall/justified-wall.tsx'
import { hasNoItems } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { WallSkeleton } from '../../../ui/feedback/skeleton.tsx'
import type { PostsSource } from '../post-api.ts'
import { PostCard } from './post-card.tsx'
import { texts } from '../posts-texts.ts'

/** Six, as the specification counts them. */
const SKELETONS = 6

interface PostWallProps {
  source: PostsSource
  /** Shown when there are no posts. */
  empty: ReactNode
  /** Whether the wall begins on the first screenful. */
  isFirst?: boolean
}

/** The posts of a list, page by page. */
export function PostWall({ source, empty, isFirst }: PostWallProps) {
  const query = useInfiniteQuery(source)
  return (
    <QueryView
      query={query}
      skeleton={<WallSkeleton count={SKELETONS} label={texts.loading} />}
      failed={texts.failed}
      isEmpty={hasNoItems}
      empty={empty}
    >
      {({ pages }) => (
        <JustifiedWall
          hung={pages.flatMap(({ items }) => items.flatMap(framedOf))}
          query={query}
          old={query.isPlaceholderData}
          isFirst={isFirst}
          texts={texts}
        >
          {({ post }, image) => <PostCard post={post} {...image} />}
        </JustifiedWall>
      )}
    </QueryView>
  )
}

/** A post is shown by its first file. */
const framedOf = (post: Post) => {
  const picture = post.media[0]?.picture
  return picture ? [{ id: post.id, post, picture }] : []
}
