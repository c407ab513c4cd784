import '../styles/posts-screens.css'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import type { Post } from '@plinth/contract/posts.ts'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { likedPostsQuery, savedPostsQuery, type PostsSource } from '../features/posts/post-api.ts'
import { keepOnlyPosts } from '../features/posts/post-cache.ts'
import { PostWall } from '../features/posts/post-wall.tsx'
import { texts } from '../features/posts/posts-texts.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** The posts that the viewer likes, the last liked first. */
export const LikedPostsScreen = () => (
  <KeptPosts words={texts.liked} sourceOf={likedPostsQuery} isKept={isLiked} />
)
const isLiked = (post: Post) => post.isLiked

/** The posts that the viewer saved, the last saved first. */
export const SavedPostsScreen = () => (
  <KeptPosts words={texts.saved} sourceOf={savedPostsQuery} isKept={isSaved} />
)
const isSaved = (post: Post) => post.isSaved

interface KeptPostsProps {
  words: { title: string; empty: string; emptyLine: string }
  sourceOf: (client: QueryClient) => PostsSource
  isKept: (post: Post) => boolean
}

/** What is let go of here stays in its place until the screen is left, so that it can be taken back. */
function KeptPosts({ words, sourceOf, isKept }: KeptPostsProps) {
  const viewer = useViewer()
  const client = useQueryClient()
  useDocumentTitle(words.title)
  useEffect(
    () => () => keepOnlyPosts(client, sourceOf(client).queryKey, isKept),
    [client, sourceOf, isKept],
  )
  if (viewer === null) return null
  return (
    <>
      <TopBar isCreator={viewer.isCreator} />
      <main id="main" tabIndex={-1} className="posts-screen page">
        <Link to="/" className="posts-back">
          <ChevronLeft size={18} aria-hidden />
          {texts.back}
        </Link>
        <h1 className="display mb-8 text-44 text-ink max-tablet:text-32">{words.title}</h1>
        <h2 className="sr-only">{texts.posts}</h2>
        <PostWall
          source={sourceOf(client)}
          empty={
            <div className="max-w-160">
              <EmptyState
                title={words.empty}
                line={words.emptyLine}
                action={
                  <Button asChild>
                    <Link to="/for-you">{texts.forYou}</Link>
                  </Button>
                }
              />
            </div>
          }
        />
      </main>
      <TabBar isCreator={viewer.isCreator} />
    </>
  )
}
