import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { patchFollowing, refreshAfterPost } from '../features/posts/post-cache.ts'
import { FollowButton } from '../features/profile/follow-button.tsx'

/** The follow button beside a post. All posts of that person change together. */
export function FollowAuthor({ post, viewerId }: { post: Post; viewerId: string | null }) {
  const client = useQueryClient()
  return (
    <FollowButton
      person={{ ...post.creator, isFollowing: post.isFollowing, followsViewer: false }}
      viewerId={viewerId}
      onShow={(creatorId, isFollowing) => {
        patchFollowing(client, creatorId, isFollowing)
        void refreshAfterPost(client, { type: 'follow', creatorId })
      }}
    />
  )
}
