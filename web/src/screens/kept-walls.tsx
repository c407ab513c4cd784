import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { savedWorksTexts } from '../features/portfolios/wall/saved-works-texts.ts'
import {
  likedWorksQuery,
  savedWorksQuery,
  type WorksSource,
} from '../features/portfolios/portfolio-api.ts'
import { keepOnlyWorks } from '../features/portfolios/portfolio-cache.ts'
import { Wall } from '../features/portfolios/wall/wall.tsx'
import { likedPostsQuery, savedPostsQuery, type PostsSource } from '../features/posts/post-api.ts'
import { keepOnlyPosts } from '../features/posts/post-cache.ts'
import { PostWall } from '../features/posts/card/post-wall.tsx'
import { texts } from '../features/posts/posts-texts.ts'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

type Kept = Pick<Post | PortfolioItem, 'isLiked' | 'isSaved'>
const isLiked = (one: Kept) => one.isLiked
const isSaved = (one: Kept) => one.isSaved

interface KeptProps<Source> {
  words: { empty: string; emptyLine: string }
  sourceOf: (client: QueryClient) => Source
  isKept: (one: Kept) => boolean
}

export const LikedPosts = () => (
  <KeptPosts words={texts.liked} sourceOf={likedPostsQuery} isKept={isLiked} />
)
export const SavedPosts = () => (
  <KeptPosts words={texts.saved} sourceOf={savedPostsQuery} isKept={isSaved} />
)
export const LikedWorks = () => (
  <KeptWorks words={savedWorksTexts.liked} sourceOf={likedWorksQuery} isKept={isLiked} />
)
export const SavedWorks = () => (
  <KeptWorks words={savedWorksTexts.saved} sourceOf={savedWorksQuery} isKept={isSaved} />
)

/** What is let go of here stays in its place until the wall is left, so that it can be taken back. */
function KeptPosts({ words, sourceOf, isKept }: KeptProps<PostsSource>) {
  const client = useQueryClient()
  useEffect(() => () => keepOnlyPosts(client, sourceOf(client), isKept), [client, sourceOf, isKept])
  return (
    <PostWall
      source={sourceOf(client)}
      empty={<Nothing words={words} to="/for-you" way={texts.forYou} />}
    />
  )
}

function KeptWorks({ words, sourceOf, isKept }: KeptProps<WorksSource>) {
  const client = useQueryClient()
  useEffect(() => () => keepOnlyWorks(client, sourceOf(client), isKept), [client, sourceOf, isKept])
  return (
    <Wall
      source={sourceOf(client)}
      isMember
      empty={<Nothing words={words} to="/" way={savedWorksTexts.browse} />}
    />
  )
}

interface NothingProps {
  words: KeptProps<unknown>['words']
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
