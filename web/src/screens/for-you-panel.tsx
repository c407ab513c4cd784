import { ForYou } from '../features/posts/for-you/for-you.tsx'
import { FollowAuthor } from './follow-author.tsx'

/** The feed with the follow buttons that belong to profiles. */
export const ForYouPanel = ({ viewerId }: { viewerId: string }) => (
  <ForYou
    viewerId={viewerId}
    renderFollow={(post) => <FollowAuthor post={post} viewerId={viewerId} />}
  />
)
