import { Bookmark, Heart, MessageCircle, Share2 } from 'lucide-react'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { goToSignIn } from '../../../lib/routing/paths.ts'
import { Counted, CountToggle } from '../../../ui/actions/count-toggle.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { useViewer } from '../../session/use-viewer.ts'
import { texts } from '../posts-texts.ts'
import { useLikePost, useSavePost } from '../post-api.ts'
import { useShare } from './share.ts'

/** The like button with its count on a placard. Visitors are sent to sign in. */
export function PostLikeButton({ post }: { post: Post }) {
  const like = useLikePost()
  const isMember = useViewer() !== null
  return (
    <CountToggle
      pressed={post.isLiked}
      name={texts.likes.like(post.title)}
      icon={<Heart size={15} aria-hidden />}
      value={post.likeCount}
      word={texts.likes.likeWord(post.likeCount)}
      alone={texts.likes.likeAlone}
      worded={false}
      onPress={() => (isMember ? like(post.id, post.isLiked, !post.isLiked) : goToSignIn())}
    />
  )
}

export const PostComments = ({ value }: { value: number }) => (
  <Counted
    icon={<MessageCircle size={15} aria-hidden />}
    value={value}
    word={texts.likes.commentWord(value)}
  />
)

/** The save button on a placard, without a count. */
export function PostSaveButton({ post }: { post: Post }) {
  const save = useSavePost()
  const isMember = useViewer() !== null
  return (
    <IconButton
      name={texts.likes.save(post.title)}
      aria-pressed={post.isSaved}
      className="post-card-act aria-pressed:text-accent-text aria-pressed:[&>svg]:fill-current"
      onClick={() => (isMember ? save(post.id, post.isSaved, !post.isSaved) : goToSignIn())}
    >
      <Bookmark size={18} aria-hidden />
    </IconButton>
  )
}

export function PostShareButton({ post }: { post: Post }) {
  const share = useShare()
  return (
    <IconButton
      name={texts.likes.share(post.title)}
      className="post-card-act"
      onClick={() => void share(post)}
    >
      <Share2 size={18} aria-hidden />
    </IconButton>
  )
}
