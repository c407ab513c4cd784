import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Bookmark, Eye, Heart, MessageCircle, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ForYouPost } from '@plinth/contract/posts/posts.ts'
import { count, counted } from '../../../lib/format/format.ts'
import { useBoardPicker } from '../../../ui/actions/board-picker.tsx'
import { useLikePost, useSavePost } from '../post-api.ts'
import { useShare } from '../card/share.ts'

/** A post's actions and their counts: a row beside the post, on phones a rail of icons and numbers at its edge. */
export function ForYouRail({ post }: { post: ForYouPost }) {
  const like = useLikePost()
  const { id, title, isLiked, isSaved, likeCount, commentCount, viewCount } = post
  const boards = useBoardPicker({ of: 'post', id, title })
  const save = useSavePost(boards.onSaved)
  const share = useShare()
  return (
    <div className="for-you-rail">
      <RailButton
        name={`Like ${title}${likeCount === 0 ? '' : `, ${counted(likeCount, 'like')}`}`}
        pressed={isLiked}
        icon={<Heart size={26} aria-hidden />}
        onClick={() => like(id, isLiked, !isLiked)}
      >
        {likeCount === 0 ? <Word>Like</Word> : count(likeCount)}
      </RailButton>
      <Link
        to="/post/$id"
        params={{ id }}
        hash="comments"
        aria-label={`Comments on ${title}${commentCount === 0 ? '' : `, ${count(commentCount)}`}`}
        className="for-you-act"
      >
        <MessageCircle size={26} aria-hidden />
        {commentCount === 0 ? (
          <Word>Comments</Word>
        ) : (
          <span className="tnum">{count(commentCount)}</span>
        )}
      </Link>
      <RailButton
        name={`Save ${title}`}
        pressed={isSaved}
        icon={<Bookmark size={26} aria-hidden />}
        onClick={(button) => {
          boards.onPress(button)
          save(id, isSaved, !isSaved)
        }}
      >
        <Word>Save</Word>
      </RailButton>
      {boards.picker}
      <RailButton
        name={`Share ${title}`}
        icon={<Share2 size={26} aria-hidden />}
        onClick={() => void share(post)}
      >
        <Word>Share</Word>
      </RailButton>
      {viewCount === 0 ? null : (
        <span className="for-you-act for-you-views">
          <Eye size={26} aria-hidden />
          <span className="tnum">
            {count(viewCount)} <span className="sr-only">views</span>
          </span>
        </span>
      )}
    </div>
  )
}

/** Says what a button without a number does, where there is space for it. */
const Word = ({ children }: { children: string }) => (
  <span className="max-tablet:hidden">{children}</span>
)

const RailButton = ({
  name,
  pressed,
  icon,
  onClick,
  children,
}: {
  name: string
  pressed?: boolean
  icon: ReactNode
  onClick: (button: HTMLElement) => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-label={name}
    {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    onClick={({ currentTarget }) => onClick(currentTarget)}
    className={clsx('for-you-act', pressed === true && 'for-you-act-on')}
  >
    {icon}
    <span className="tnum">{children}</span>
  </button>
)
