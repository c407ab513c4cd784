import { ForYou } from '../features/posts/for-you/for-you.tsx'
import { FollowAuthor } from './follow-author.tsx'

/** The feed, with follow buttons from the profile feature. */
export const ForYouPanel = ({ viewerId }: { viewerId: string }) => (
  <ForYou
    viewerId={viewerId}
    renderFollow={(post) => <FollowAuthor post={post} viewerId={viewerId} />}
  />
)
