import {
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { MEMBER_PROFILE, memberProfileKey } from '@plinth/contract/people/places.ts'
import { AccessWall } from '../features/access/access-wall.tsx'
import { PageBars } from '../features/navigation/page-frame.tsx'
import { VisitorBar } from '../features/navigation/visitor-bar.tsx'
import { CreatorWorks } from '../features/portfolios/wall/creator-works.tsx'
import { savedWorksQuery } from '../features/portfolios/portfolio-api.ts'
import { wallOfQuery } from '../features/portfolios/wall/wall-api.ts'
import { Wall } from '../features/portfolios/wall/wall.tsx'
import { WorkDialog } from '../features/portfolios/work/late-work-dialog.tsx'
import { savedPostsQuery, userPostsQuery } from '../features/posts/post-api.ts'
import { PostWall } from '../features/posts/card/post-wall.tsx'
import { handleQuery, profileQuery } from '../features/profile/profile-api.ts'
import { MissingProfile, ProfilePage } from '../features/profile/profile-page.tsx'
import { texts } from '../features/profile/profile-texts.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import type { PagesSource } from '../lib/cache/pages.ts'
import { postDialog } from '../lib/routing/dialog-search.ts'
import { readProfileSearch } from '../lib/routing/profile-search.ts'
import { isMissing } from '../lib/api/errors.ts'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { OnceOpened } from '../ui/overlay/once-opened.tsx'
import { NoWorks } from './home/no-works.tsx'

const ProfileReviews = lazy(async () => ({
  default: (await import('../features/reviews/profile-reviews.tsx')).ProfileReviews,
}))

const ProfileBoards = lazy(async () => ({
  default: (await import('../features/boards/profile-boards.tsx')).ProfileBoards,
}))

/** Somebody's profile at `/@handle`, `/profile/{id}`, and for creators also at `/creator/{id}`. */
export function ProfileScreen() {
  const { id, handle } = useParams({
    strict: false,
    select: (params) => ({ id: params.id, handle: params.handle }),
  })
  if (id !== undefined || handle === undefined) return <ProfileOf id={id ?? ''} />
  return <ProfileAt handle={handle} />
}

/** The profile of whoever has this handle. */
function ProfileAt({ handle }: { handle: string }) {
  const query = useQuery(handleQuery(handle))
  if (query.data !== undefined) return <ProfileOf id={query.data.id} />
  return (
    <PageBars>
      {isMissing(query.error) ? (
        <MissingProfile />
      ) : (
        <main id="main" tabIndex={-1} className="profile page">
          <h1 className="sr-only">{texts.screen}</h1>
          <QueryView query={query} skeleton={null} failed={texts.failed}>
            {() => null}
          </QueryView>
        </main>
      )}
    </PageBars>
  )
}

function ProfileOf({ id }: { id: string }) {
  const viewer = useViewer()
  const client = useQueryClient()
  const search = readProfileSearch(useSearch({ strict: false }))
  const isForMembers = useIsForMembers(id) && viewer === null
  if (isForMembers) {
    return (
      <AccessWall kind="login" title={MEMBER_PROFILE.title} bar={<VisitorBar join="secondary" />} />
    )
  }
  const viewerId = viewer?.id ?? null
  const isOwn = id === viewerId
  const isMember = viewerId !== null
  return (
    <>
      {search.tab === 'posts' ? <Prefetch source={userPostsQuery(client, id)} /> : null}
      {search.tab === undefined || search.tab === 'portfolio' ? (
        <Prefetch source={wallOfQuery(client, id)} />
      ) : null}
      <PageBars join="secondary">
        <ProfilePage
          key={id}
          id={id}
          viewerId={viewerId}
          search={search}
          posts={
            <PostWall
              source={userPostsQuery(client, id)}
              empty={<NoPosts id={id} isOwn={isOwn} />}
            />
          }
          portfolio={
            <>
              <CreatorWorks
                creatorId={id}
                isMember={isMember}
                empty={<NoWorks id={id} isOwn={isOwn} />}
              />
              <Suspense fallback={null}>
                <ProfileReviews userId={id} most={3} />
              </Suspense>
            </>
          }
          boards={
            <Suspense fallback={null}>
              <ProfileBoards userId={id} isOwn={isOwn} />
            </Suspense>
          }
          reviews={
            <Suspense fallback={null}>
              <ProfileReviews userId={id} />
            </Suspense>
          }
          saved={<Saved />}
        />
      </PageBars>
      <OnceOpened open={search.work !== undefined}>
        <WorkDialog id={search.work} viewerId={viewerId} />
      </OnceOpened>
    </>
  )
}

/** Whether this page is a follower's: visitors sign in to see it. */
function useIsForMembers(id: string): boolean {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isSaid = useQueryClient().getQueryData(memberProfileKey(path)) === true
  const person = useQuery({ ...profileQuery(id), enabled: !isSaid }).data
  return isSaid || person?.isCreator === false
}

/** Loads the list of the open tab without waiting for the profile. */
function Prefetch<T>({ source }: { source: PagesSource<T> }) {
  usePrefetchInfiniteQuery(source)
  return null
}

function NoPosts({ id, isOwn }: { id: string; isOwn: boolean }) {
  const person = useQuery(profileQuery(id)).data
  if (!person) return null
  const { empty, emptyOwn, emptyOther, create, toPortfolio } = texts.posts
  return (
    <div className="max-w-160">
      <EmptyState
        title={empty}
        line={isOwn ? emptyOwn : emptyOther(person.firstName)}
        action={
          isOwn ? (
            <Button asChild>
              <Link {...postDialog}>{create}</Link>
            </Button>
          ) : person.workCount > 0 ? (
            <Button asChild>
              <Link
                to="."
                search={({ tab: _tab, ...rest }: { tab?: unknown }) => rest}
                replace
                resetScroll={false}
              >
                {toPortfolio}
              </Link>
            </Button>
          ) : undefined
        }
      />
    </div>
  )
}

const isNothing = ({ data }: { data?: { pages: { items: unknown[] }[] } | undefined }) =>
  data?.pages.every(({ items }) => items.length === 0) === true

/** Saved posts, then saved works. Empty sections are left out. */
function Saved() {
  const client = useQueryClient()
  const posts = savedPostsQuery(client)
  const works = savedWorksQuery(client)
  const noPosts = isNothing(useInfiniteQuery(posts))
  const noWorks = isNothing(useInfiniteQuery(works))
  if (noPosts && noWorks) return <NothingSaved />
  return (
    <>
      {noPosts ? null : (
        <section aria-labelledby="saved-posts">
          <h2 id="saved-posts" className="display mb-6 text-24 text-ink">
            {texts.saved.posts}
          </h2>
          <PostWall source={posts} empty={null} />
        </section>
      )}
      {noWorks ? null : (
        <section aria-labelledby="saved-works" className={noPosts ? '' : 'mt-16'}>
          <h2 id="saved-works" className="display mb-6 text-24 text-ink">
            {texts.saved.works}
          </h2>
          <Wall source={works} isMember empty={null} />
        </section>
      )}
    </>
  )
}

const NothingSaved = () => (
  <div className="max-w-160">
    <EmptyState
      title={texts.saved.empty}
      line={texts.saved.emptyLine}
      action={
        <span className="flex flex-wrap gap-3">
          <Button asChild>
            <Link to="/">{texts.saved.browse}</Link>
          </Button>
          <Button asChild>
            <Link to="/explore/posts">{texts.saved.explore}</Link>
          </Button>
        </span>
      }
    />
  </div>
)
