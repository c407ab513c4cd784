import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { patchFollowing, refreshAfterPost } from '../features/posts/post-cache.ts'
import { FollowButton } from '../features/profile/follow-button.tsx'
import { texts } from '../features/profile/profile-texts.ts'
import { SignInLink } from '../features/session/sign-in-link.tsx'
import { fullName } from '../lib/format/format.ts'
import { Button } from '../ui/actions/button.tsx'

/** The follow button beside a post. All posts of that person change together. */
export function FollowAuthor({ post, viewerId }: { post: Post; viewerId: string | null }) {
  const client = useQueryClient()
  if (viewerId === null) return <VisitorFollow post={post} />
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

function VisitorFollow({ post: { creator } }: { post: Post }) {
  const { id, firstName: name, profileImageUrl: image } = creator
  const about = { title: fullName(creator), image }
  return (
    <Button asChild>
      <SignInLink
        act={{ kind: 'follow', id, name, about }}
        aria-label={`${texts.follow.follow} ${fullName(creator)}`}
      >
        {texts.follow.follow}
      </SignInLink>
    </Button>
  )
}
