import { Link } from '@tanstack/react-router'
import { Bookmark, Eye, Flag, Heart, Share2 } from 'lucide-react'
import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import type { Post, PostView } from '@plinth/contract/posts/posts.ts'
import { count, fullName, price } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { openReport, type ReportTarget } from '../../../lib/format/report-state.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { useBoardPicker } from '../../../ui/actions/board-picker.tsx'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import type { MemberAct } from '../../session/acts.ts'
import { MemberButton } from '../../session/sign-in-link.tsx'
import { aboutPost } from '../card/post-counts.tsx'
import { PostInquiry } from './post-inquiry.tsx'
import { texts } from './post-page-texts.ts'
import { useLikePost, useSavePost } from '../post-api.ts'
import { texts as words } from '../posts-texts.ts'
import { useShare } from '../card/share.ts'

interface PostSideProps {
  post: Post & Partial<PostView>
  isMember: boolean
  isOwn: boolean
  follow: ReactNode
  owner: ReactNode
  /** The invitation to visitors to sign in. */
  invitation: ReactNode
}

/** The author, the actions with their counts, the price, and more posts by the author. */
export function PostSide({ post, isMember, isOwn, follow, owner, invitation }: PostSideProps) {
  const { creator, creatorFollowers } = post
  const person = (
    <>
      <Avatar {...faceOf(creator)} size={56} />
      <span className="min-w-0">
        <span className="block truncate text-16 font-semibold text-ink group-hover:underline">
          {fullName(creator)}
        </span>
        {creatorFollowers === undefined || creatorFollowers === 0 ? (
          <span className="block truncate text-14 text-ink-3">{creator.location}</span>
        ) : (
          <span className="tnum block text-14 text-ink-3">
            {texts.followers(count(creatorFollowers), creatorFollowers === 1)}
          </span>
        )}
      </span>
    </>
  )
  return (
    <aside className="post-side">
      <div className="flex items-center gap-3">
        <Link {...toPerson(creator)} className="group flex min-w-0 flex-1 items-center gap-3">
          {person}
        </Link>
        {isOwn ? null : follow}
      </div>
      <PostDoing post={post} />
      {post.portfolioId === null ? null : (
        <div className="mt-6">
          <p className="text-14 text-ink-3">{texts.startingPrice}</p>
          <p className="display text-[3.25rem] leading-[1.1] text-ink">
            {post.price === null ? texts.onInquiry : price(post.price)}
          </p>
          <p className="mt-1 text-14 text-ink-2">
            {post.price === null ? texts.onInquiryNote : texts.depositNote}
          </p>
          <PostInquiry post={post} workId={post.portfolioId} isMember={isMember} isOwn={isOwn} />
        </div>
      )}
      {isOwn ? (
        <section aria-label={texts.actions} className="mt-6">
          {owner}
        </section>
      ) : null}
      {invitation}
      {isOwn ? null : <ReportPost post={post} />}
      <MoreBy post={post} />
    </aside>
  )
}

function ReportPost({ post }: { post: Post }) {
  const target: ReportTarget = { kind: 'post', id: post.id, name: post.creator.firstName }
  return (
    <MemberButton
      act={{ kind: 'report', target, about: aboutPost(post) }}
      className="mt-3 inline-flex min-h-11 items-center gap-2 text-14 text-ink-3 hover:text-ink hover:underline"
      onPress={() => openReport(target)}
    >
      <Flag size={18} aria-hidden />
      {texts.report}
    </MemberButton>
  )
}

function PostDoing({ post }: { post: Post }) {
  const like = useLikePost()
  const { id, title, isLiked, isSaved, likeCount, saveCount, viewCount, shareCount } = post
  const boards = useBoardPicker({ of: 'post', id, title })
  const save = useSavePost(boards.onSaved)
  const share = useShare()
  const act = { of: 'post' as const, id, about: aboutPost(post) }
  return (
    <>
      <div className="post-doing">
        <Doing
          name={words.likes.like(title)}
          pressed={isLiked}
          icon={<Heart size={20} aria-hidden />}
          value={likeCount}
          word={words.likes.likeWord(likeCount)}
          alone={words.likes.likeAlone}
          onClick={() => like(id, isLiked, !isLiked)}
          act={{ kind: 'like', ...act }}
        />
        <Doing
          name={words.likes.save(title)}
          pressed={isSaved}
          icon={<Bookmark size={20} aria-hidden />}
          value={saveCount}
          word={words.likes.saveWord(saveCount)}
          alone={words.likes.saveAlone}
          onClick={(button) => {
            boards.onPress(button)
            save(id, isSaved, !isSaved)
          }}
          act={{ kind: 'save', ...act }}
        />
        {viewCount === 0 ? null : (
          <p className="post-act">
            <Eye size={20} aria-hidden />
            <strong className="tnum font-semibold text-ink">{count(viewCount)}</strong>{' '}
            <span>{words.likes.viewWord(viewCount)}</span>
          </p>
        )}
        <Doing
          name={words.likes.share(title)}
          icon={<Share2 size={20} aria-hidden />}
          value={shareCount}
          word={words.likes.shareWord(shareCount)}
          alone={words.likes.shareAlone}
          onClick={() => void share(post)}
        />
      </div>
      {isSaved ? boards.boardsButton : null}
      {boards.picker}
    </>
  )
}

const Doing = ({
  name,
  pressed,
  icon,
  value,
  word,
  alone,
  onClick,
  act,
}: {
  name: string
  pressed?: boolean
  icon: ReactNode
  value: number
  word: string
  /** Shown instead of a zero. */
  alone: string
  onClick: (button: HTMLElement) => void
  /** What visitors sign in for; nothing where they need not. */
  act?: MemberAct
}) => {
  const shared = {
    // The name contains the visible text, so that voice control works with what people see.
    'aria-label': value === 0 ? name : `${count(value)} ${word}, ${name}`,
    className: clsx('post-act', pressed === true && 'post-act-on'),
    children: (
      <>
        {icon}
        <strong className="tnum font-semibold text-ink">
          {value === 0 ? alone : count(value)}
        </strong>{' '}
        {value === 0 ? null : <span>{word}</span>}
      </>
    ),
  }
  return act === undefined ? (
    <button type="button" onClick={({ currentTarget }) => onClick(currentTarget)} {...shared} />
  ) : (
    <MemberButton act={act} pressed={pressed} onPress={onClick} {...shared} />
  )
}

function MoreBy({ post }: { post: Post & Partial<PostView> }) {
  const more = post.moreByCreator ?? []
  if (more.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="display text-20 text-ink">{texts.moreBy(post.creator.firstName)}</h2>
      <ul className="post-more flex items-end gap-4 mt-4">
        {more.map((other) => (
          <li key={other.id} style={{ '--ar': ratioOf(other.picture) } as CSSProperties}>
            <Link to="/post/$id" params={{ id: other.id }} aria-label={other.title}>
              <Picture picture={pictureSources(other.picture)} alt="" sizes="160px" />
            </Link>
          </li>
        ))}
      </ul>
      <Ledge glow={26} />
    </section>
  )
}
