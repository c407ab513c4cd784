import './for-you.css'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { listForYou, type ForYouPost as Post } from '@plinth/contract/posts/posts.ts'
import { isServer } from '../../../lib/browser/environment.ts'
import { startAnew } from '../../../lib/cache/writes.ts'
import { useWatchedPosts } from '../../../lib/live/live.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { hasNoItems } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ForYouPost } from './for-you-post.tsx'
import { texts } from './for-you-texts.ts'
import { useFeedback } from './use-feedback.ts'
import { forYouQuery, reportPostView } from '../post-api.ts'
import { useSnapFeed } from './use-snap-feed.ts'

const SKELETONS = 6
/** Posts rendered completely before and after the visible one. */
const NEAR = 2
/** Posts that the server draws. The browser has the data of all of them. */
const DRAWN = 2
/** The next page is fetched when this many posts are left. */
const AHEAD = 6
/** A post counts as viewed after this time. */
const VIEW_MS = 1_000

export interface ForYouProps {
  viewerId: string
  /** The button that follows a post's author. */
  renderFollow: (post: Post) => ReactNode
}

/** Posts ranked for the viewer, one at a time: by scrolling, arrow keys, J and K, or the two buttons. */
export function ForYou({ viewerId, renderFollow }: ForYouProps) {
  const client = useQueryClient()
  const query = useInfiniteQuery(forYouQuery(client))
  const pages = query.data?.pages ?? []
  const posts = once(pages.flatMap(({ items }) => items)).slice(0, isServer ? DRAWN : undefined)
  return (
    <QueryView
      query={query}
      isEmpty={hasNoItems}
      skeleton={<ForYouSkeleton />}
      failed={texts.failed}
      empty={
        <div className="page py-16">
          <EmptyState
            title={texts.empty}
            line={texts.emptyLine}
            action={
              <Button asChild>
                <Link to="/">{texts.emptyAction}</Link>
              </Button>
            }
          />
        </div>
      }
    >
      {() => (
        <Feed
          posts={posts}
          viewerId={viewerId}
          renderFollow={renderFollow}
          pages={pages.length}
          hasMore={query.hasNextPage}
          onNearEnd={() => {
            if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
          }}
          onAgain={() => void startAnew(client, listForYou)}
        />
      )}
    </QueryView>
  )
}

/** Removes duplicates: a post can come twice when another tab ranked the list again. */
const once = (posts: Post[]): Post[] => [...new Map(posts.map((post) => [post.id, post])).values()]

function Feed({
  posts,
  viewerId,
  renderFollow,
  pages,
  hasMore,
  onNearEnd,
  onAgain,
}: ForYouProps & {
  posts: Post[]
  /** Number of loaded pages; an empty one can have a next page. */
  pages: number
  hasMore: boolean
  onNearEnd: () => void
  onAgain: () => void
}) {
  const feedback = useFeedback()
  const places = placesOf(posts)
  // After all posts there is one more place for the end.
  const { feed, active, go } = useSnapFeed(places.length + (hasMore ? 0 : 1))
  const seen = places[active]?.id
  const around = places.slice(Math.max(0, active - 1), active + 2)
  useWatchedPosts(around.flatMap((post) => (post === null ? [] : [post.id])))

  useEffect(() => {
    if (seen === undefined) return
    const timer = setTimeout(() => reportPostView(seen), VIEW_MS)
    return () => clearTimeout(timer)
  }, [seen])

  const nearEnd = useEffectEvent(onNearEnd)
  const isNearEnd = active >= places.length - AHEAD
  useEffect(() => {
    if (isNearEnd && pages > 0) nearEnd()
  }, [isNearEnd, pages])

  return (
    <div className="for-you">
      <div ref={feed} role="feed" aria-label={texts.label} className="for-you-feed">
        {places.map((post, index) =>
          post === null ? (
            <NothingNew key="older" place={index + 1} onNext={() => go(1)} />
          ) : (
            <ForYouPost
              key={post.id}
              post={post}
              place={index + 1}
              isActive={index === active}
              isNear={Math.abs(index - active) <= NEAR}
              feedback={feedback}
              isOwn={post.creatorId === viewerId}
              follow={renderFollow(post)}
            />
          ),
        )}
        {hasMore ? null : <End onAgain={onAgain} />}
      </div>
      <div className="for-you-steps">
        <IconButton name={texts.previous} disabled={active === 0} onClick={() => go(-1)}>
          <ChevronUp size={22} aria-hidden />
        </IconButton>
        <IconButton
          name={texts.next}
          disabled={active >= places.length - (hasMore ? 1 : 0)}
          onClick={() => go(1)}
        >
          <ChevronDown size={22} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/** The posts with a place for "nothing new", null, before the first older one. */
function placesOf(posts: readonly Post[]): (Post | null)[] {
  const older = posts.findIndex(isOlder)
  return older === -1 ? [...posts] : [...posts.slice(0, older), null, ...posts.slice(older)]
}

const isOlder = ({ reasons }: Post) => reasons.some(({ kind }) => kind === 'older')

const NothingNew = ({ place, onNext }: { place: number; onNext: () => void }) => (
  <article
    className="for-you-post for-you-end"
    aria-label={texts.older.title}
    aria-posinset={place}
    aria-setsize={-1}
    tabIndex={-1}
  >
    <div className="page max-w-160">
      <EmptyState
        title={texts.older.title}
        line={texts.older.line}
        action={<Button onClick={onNext}>{texts.older.action}</Button>}
      />
    </div>
  </article>
)

const End = ({ onAgain }: { onAgain: () => void }) => (
  // An element with the role feed may only contain articles.
  <article className="for-you-post for-you-end" aria-label={texts.end} tabIndex={-1}>
    <div className="page max-w-160">
      <EmptyState
        title={texts.end}
        line={texts.endLine}
        action={
          <span className="flex flex-wrap gap-2">
            <Button onClick={onAgain}>{texts.again}</Button>
            <Button variant="quiet" asChild>
              <Link to="/explore/posts">{texts.explore}</Link>
            </Button>
          </span>
        }
      />
    </div>
  </article>
)

/** Six placeholders in the shape of posts. */
const ForYouSkeleton = () => (
  <div className="for-you">
    <div className="for-you-feed" role="status" aria-label={texts.loading}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className="for-you-post">
          <div className="for-you-well">
            <Skeleton
              className="for-you-work"
              style={{ width: index % 2 === 0 ? '46%' : '72%', height: '86%' }}
            />
            <div className="for-you-ledge h-0.5 bg-surface-3" />
          </div>
          <div className="for-you-facts">
            <div className="for-you-said">
              <Skeleton className="h-12 w-3/5" />
              <Skeleton className="mt-6 h-10 w-4/5" />
              <Skeleton className="mt-5 h-4 w-full" />
              <Skeleton className="mt-2 h-4 w-2/3" />
            </div>
          </div>
        </div>
      ))}
    </div>
  </div>
)
