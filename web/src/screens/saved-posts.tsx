import '../features/posts/posts-screens.css'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import { MemberPage } from '../features/navigation/member-page.tsx'
import { savedWorksTexts } from '../features/portfolios/wall/saved-works-texts.ts'
import { texts } from '../features/posts/posts-texts.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { readExploreSearch } from '../lib/routing/explore-search.ts'
import { FilterTab } from '../ui/layout/tabs.tsx'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { Post } from '@plinth/contract/posts/posts.ts'
import {
  likedWorksQuery,
  savedWorksQuery,
  type WorksSource,
} from '../features/portfolios/portfolio-api.ts'
import { keepOnlyWorks } from '../features/portfolios/portfolio-cache.ts'
import { Wall } from '../features/portfolios/wall/wall.tsx'
import { WorkDialog } from '../features/portfolios/work/late-work-dialog.tsx'
import { likedPostsQuery, savedPostsQuery, type PostsSource } from '../features/posts/post-api.ts'
import { keepOnlyPosts } from '../features/posts/post-cache.ts'
import { PostWall } from '../features/posts/card/post-wall.tsx'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { OnceOpened } from '../ui/overlay/once-opened.tsx'

/** Posts or works that the viewer liked, the latest first. */
export const LikedPostsScreen = () => <SavedScreen which="liked" />

/** Posts or works that the viewer saved, the latest first. */
export const SavedPostsScreen = () => <SavedScreen which="saved" />

const PATHS = { liked: '/liked-posts', saved: '/saved-posts' } as const
function SavedScreen({ which }: { which: keyof typeof WALLS }) {
  const viewer = useViewer()
  const { show, work } = readExploreSearch(useSearch({ strict: false }))
  const kind = show === 'works' ? 'works' : 'posts'
  const { title } = kind === 'works' ? savedWorksTexts[which] : texts[which]
  const SavedWall = WALLS[which][kind]
  useDocumentTitle(work === undefined ? title : undefined)
  if (viewer === null) return null
  return (
    <>
      <MemberPage isCreator={viewer.isCreator} className="posts-screen page">
        <Link
          to="/"
          className="text-[0.875rem] inline-flex items-center gap-1 min-h-11 -ml-1 font-semibold text-ink-3 hover:text-ink"
        >
          <ChevronLeft size={18} aria-hidden />
          {texts.back}
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <h1 className="display text-44 text-ink max-tablet:text-32">{title}</h1>
          {which === 'saved' ? (
            <Link to="/boards" className="text-link inline-flex min-h-11 items-center text-14">
              {savedWorksTexts.boards}
            </Link>
          ) : null}
        </div>
        <nav aria-label={savedWorksTexts.filter} className="tag-filter">
          {(['posts', 'works'] as const).map((one) => (
            <FilterTab key={one} active={one === kind} asChild>
              <Link
                to={PATHS[which]}
                search={one === 'works' ? { show: one } : {}}
                replace
                resetScroll={false}
              >
                {savedWorksTexts[one]}
              </Link>
            </FilterTab>
          ))}
        </nav>
        <h2 className="sr-only">{savedWorksTexts[kind]}</h2>
        <SavedWall />
      </MemberPage>
      <OnceOpened open={work !== undefined}>
        <WorkDialog id={work} viewerId={viewer.id} />
      </OnceOpened>
    </>
  )
}

type Flags = Pick<Post | PortfolioItem, 'isLiked' | 'isSaved'>
const isLiked = (one: Flags) => one.isLiked
const isSaved = (one: Flags) => one.isSaved

interface WallProps<Source> {
  words: { empty: string; emptyLine: string }
  sourceOf: (client: QueryClient) => Source
  belongs: (one: Flags) => boolean
}

const LikedPosts = () => (
  <PostsWall words={texts.liked} sourceOf={likedPostsQuery} belongs={isLiked} />
)
const SavedPosts = () => (
  <PostsWall words={texts.saved} sourceOf={savedPostsQuery} belongs={isSaved} />
)
const LikedWorks = () => (
  <WorksWall words={savedWorksTexts.liked} sourceOf={likedWorksQuery} belongs={isLiked} />
)
const SavedWorks = () => (
  <WorksWall words={savedWorksTexts.saved} sourceOf={savedWorksQuery} belongs={isSaved} />
)

const WALLS = {
  liked: { posts: LikedPosts, works: LikedWorks },
  saved: { posts: SavedPosts, works: SavedWorks },
} as const

/** Something unliked or unsaved stays in its place until the viewer leaves, so that they can undo it. */
function PostsWall({ words, sourceOf, belongs }: WallProps<PostsSource>) {
  const client = useQueryClient()
  useEffect(
    () => () => keepOnlyPosts(client, sourceOf(client), belongs),
    [client, sourceOf, belongs],
  )
  return (
    <PostWall
      source={sourceOf(client)}
      empty={<Nothing words={words} to="/for-you" way={texts.forYou} />}
    />
  )
}

function WorksWall({ words, sourceOf, belongs }: WallProps<WorksSource>) {
  const client = useQueryClient()
  useEffect(
    () => () => keepOnlyWorks(client, sourceOf(client), belongs),
    [client, sourceOf, belongs],
  )
  return (
    <Wall
      source={sourceOf(client)}
      isMember
      empty={<Nothing words={words} to="/" way={savedWorksTexts.browse} />}
    />
  )
}

interface NothingProps {
  words: WallProps<unknown>['words']
  to: '/' | '/for-you'
  way: string
}

const Nothing = ({ words, to, way }: NothingProps) => (
  <div className="max-w-160">
    <EmptyState
      title={words.empty}
      line={words.emptyLine}
      action={
        <Button asChild>
          <Link to={to}>{way}</Link>
        </Button>
      }
    />
  </div>
)
