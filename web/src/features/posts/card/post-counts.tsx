import { Bookmark, Heart, MessageCircle, Share2 } from 'lucide-react'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { smallPicture } from '../../../lib/media/thumbnail.ts'
import { useBoardPicker } from '../../../ui/actions/board-picker.tsx'
import { Counted, CountToggle } from '../../../ui/actions/count-toggle.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { useSignInLink } from '../../session/use-member-act.ts'
import { texts } from '../posts-texts.ts'
import { useLikePost, useSavePost } from '../post-api.ts'
import { useShare } from './share.ts'

/** For the dialog that asks a visitor to sign in. */
export const aboutPost = ({ title, media, isSensitive }: Post) => ({
  title,
  image: isSensitive || media[0] === undefined ? null : smallPicture(media[0].picture),
})

/** The like button with its count on a placard. Visitors are asked to sign in. */
export function PostLikeButton({ post }: { post: Post }) {
  const like = useLikePost()
  const signIn = useSignInLink({ kind: 'like', of: 'post', id: post.id, about: aboutPost(post) })
  return (
    <CountToggle
      pressed={post.isLiked}
      name={texts.likes.like(post.title)}
      icon={<Heart size={15} aria-hidden />}
      value={post.likeCount}
      word={texts.likes.likeWord(post.likeCount)}
      alone={texts.likes.likeAlone}
      worded={false}
      onPress={() => like(post.id, post.isLiked, !post.isLiked)}
      signIn={signIn}
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
  const boards = useBoardPicker({ of: 'post', id: post.id, title: post.title })
  const save = useSavePost(boards.onSaved)
  const signIn = useSignInLink({ kind: 'save', of: 'post', id: post.id, about: aboutPost(post) })
  const icon = <Bookmark size={18} aria-hidden />
  const shared = {
    name: texts.likes.save(post.title),
    className: 'post-card-act aria-pressed:text-accent-text aria-pressed:[&>svg]:fill-current',
  }
  if (signIn !== null) {
    return (
      <IconButton {...shared} asChild>
        <a {...signIn}>{icon}</a>
      </IconButton>
    )
  }
  return (
    <>
      <IconButton
        {...shared}
        aria-pressed={post.isSaved}
        onClick={({ currentTarget }) => {
          boards.onPress(currentTarget)
          save(post.id, post.isSaved, !post.isSaved)
        }}
      >
        {icon}
      </IconButton>
      {boards.picker}
    </>
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
