import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import type { ForYouPost as Post } from '@plinth/contract/posts/posts.ts'
import { counted, fromPrice, fullName, price as sumOf } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { hireDialog, inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { ForYouRail } from './for-you-rail.tsx'
import { texts } from './for-you-texts.ts'
import type { ForYouFeedback } from './use-feedback.ts'
import { LatestComment } from '../comments/latest-comment.tsx'
import { PostMediaView } from '../page/post-media.tsx'
import { PostTags } from '../card/post-tags.tsx'
import { WhyHere } from './why-here.tsx'

const TAGS = 3

export interface ForYouPostProps {
  post: Post
  /** 1 for the first. */
  place: number
  isActive: boolean
  /** Close enough to the visible post to be rendered completely. */
  isNear: boolean
  feedback: ForYouFeedback
  /** Nobody can follow or hire themself. */
  isOwn: boolean
  /** The button that follows its author. */
  follow: ReactNode
}

/** Wider ones stand whole on the ledge on phones too; a narrower one fills the screen and loses little at its sides. */
const FILLS_BELOW = 0.68

/** How wide the work is drawn: as wide as its column or as high as the window, whichever is less; see for-you.css. */
function sizesOf(ratio: number): string {
  const phone =
    ratio < FILLS_BELOW ? `max(100vw, calc((100vh - 64px) * ${ratio.toFixed(3)}))` : '100vw'
  const beside = `min(61vw, 880px, calc((100vh - 158px) * ${ratio.toFixed(3)}))`
  return `(max-width: 720px) ${phone}, ${beside}`
}

/** One post as high as the window: the work on its ledge at the left, everything about it at the right. */
export function ForYouPost(props: ForYouPostProps) {
  const { post, place, isActive, isNear, feedback, isOwn, follow } = props
  const titleId = `for-you-${post.id}`
  const picture = post.media[0]?.picture
  const ratio = picture ? picture.width / picture.height : 1
  const fills = ratio < FILLS_BELOW
  return (
    <article
      className="for-you-post"
      data-fills={fills || undefined}
      aria-posinset={place}
      aria-setsize={-1}
      aria-labelledby={titleId}
      tabIndex={-1}
      style={{ '--ar': ratio } as CSSProperties}
    >
      {feedback.hidden.has(post.id) ? (
        <HiddenPost post={post} titleId={titleId} feedback={feedback} />
      ) : (
        <>
          <div className="for-you-well">
            <div className="spot" aria-hidden />
            <div className="for-you-work">
              {isNear ? (
                <PostMediaView
                  post={post}
                  sizes={sizesOf(ratio)}
                  fit={fills ? 'fill' : 'stand'}
                  priority={place === 1}
                  autoplay={isActive}
                />
              ) : null}
            </div>
            <Ledge className="for-you-ledge" />
          </div>
          <div className="for-you-facts tablet:-ml-1 tablet:pl-1">
            <div className="for-you-said">
              <div className="flex items-center gap-3">
                <Link
                  {...toPerson(post.creator)}
                  className="group flex min-h-12 min-w-0 flex-1 items-center gap-3"
                >
                  <Avatar {...faceOf(post.creator)} size={48} />
                  <span className="min-w-0">
                    <span className="block truncate text-16 font-semibold text-ink group-hover:underline">
                      {fullName(post.creator)}
                    </span>
                    <span className="block truncate text-14 text-ink-3">
                      {post.category?.name ?? post.creator.location}
                      {post.category && post.creator.location ? (
                        <span className="tablet:hidden">, {post.creator.location}</span>
                      ) : null}
                    </span>
                  </span>
                </Link>
                {isOwn ? null : follow}
              </div>
              {post.isFeatured ? <Badge kind="featured" className="mt-5" /> : null}
              {post.isPromoted ? (
                <p className="mt-5 text-13 font-semibold text-ink">{texts.promoted}</p>
              ) : null}
              <h2 id={titleId} className="work-title for-you-title">
                <Link to="/post/$id" params={{ id: post.id }} className="hover:underline">
                  {post.title}
                </Link>
              </h2>
              {post.description === '' ? null : <p className="for-you-text">{post.description}</p>}
              <div className="for-you-tags">
                <PostTags tags={post.tags} limit={TAGS} />
                {/* The rail has them from the tablet on. */}
                {post.viewCount === 0 ? null : (
                  <p className="text-14 text-ink-3 tablet:hidden">
                    {counted(post.viewCount, 'view')}
                  </p>
                )}
              </div>
              {post.portfolioId === null ? null : (
                <p className="display text-24 tracking-normal mt-4 text-ink max-tablet:hidden">
                  {fromPrice(post.price)}
                </p>
              )}
            </div>
            <ForYouRail post={post} />
            <div className="for-you-buttons flex flex-wrap gap-3 mt-5 max-tablet:m-0 max-tablet:gap-2">
              {post.portfolioId === null ? null : (
                <>
                  {isOwn ? null : <AskCreator post={post} workId={post.portfolioId} />}
                  {/* Phones have space for one button only; the post's page has both. */}
                  <Button asChild className={isOwn ? '' : 'max-tablet:hidden'}>
                    <Link
                      to="/portfolio/$id"
                      params={{ id: post.portfolioId }}
                      aria-label={texts.seeWorkOf(post.title)}
                    >
                      {texts.seeWork}
                    </Link>
                  </Button>
                </>
              )}
              <WhyHere post={post} feedback={feedback} />
            </div>
            {isActive ? <LatestComment post={post} /> : null}
          </div>
        </>
      )}
    </article>
  )
}

/** The outline of a hidden post, which stays until the visit ends. */
function HiddenPost({
  post,
  titleId,
  feedback,
}: {
  post: Post
  titleId: string
  feedback: ForYouFeedback
}) {
  const line = texts.hidden.line(post.title)
  return (
    <>
      <div className="for-you-well" aria-hidden>
        <div className="spot" />
        <div className="for-you-work border border-dashed border-line-strong border-b-0" />
        <Ledge className="for-you-ledge" />
      </div>
      <div className="for-you-facts">
        <div className="for-you-said">
          <h2 id={titleId} className="display text-32 text-ink">
            {texts.hidden.title}
          </h2>
          <p className="mt-4 text-16 text-ink-2">
            {line.before}
            <em className="work-title text-ink">{line.title}</em>
            {line.after}
          </p>
          <div className="mt-5 flex flex-wrap gap-2">
            <Button onClick={() => feedback.putBack(post)}>{texts.hidden.back}</Button>
            <Button variant="quiet" onClick={() => feedback.lessFrom(post)}>
              {texts.why.lessFrom(fullName(post.creator))}
            </Button>
          </div>
        </div>
      </div>
    </>
  )
}

/** The main button: a hire if the work has a price, otherwise an inquiry. */
const AskCreator = ({
  post: { creatorId, price, title },
  workId,
}: {
  post: Post
  workId: string
}) => (
  <Button asChild variant="primary" className="tnum max-tablet:flex-1">
    {isHirable(price) ? (
      <Link {...hireDialog(workId)} aria-label={texts.hireAbout(title, sumOf(price))}>
        {texts.hire(sumOf(price))}
      </Link>
    ) : (
      <Link {...inquiryDialog(creatorId, workId)} aria-label={texts.inquireAbout(title)}>
        {texts.inquire}
      </Link>
    )}
  </Button>
)
