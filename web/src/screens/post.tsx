import { useLocation, useNavigate, getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PublicFooter, PublicHeader } from '../features/landing/public-frame.tsx'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { PostPage } from '../features/posts/post-page.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { FollowAuthor } from './follow-author.tsx'

const PostOwnerMenu = lazy(async () => ({
  default: (await import('../features/posts/post-owner-menu.tsx')).PostOwnerMenu,
}))

const route = getRouteApi('/post/$id')
const COMMENT = /^comment-(.+)$/

/** A post under its own address: what a shared link leads to, for visitors too. */
export function PostScreen() {
  const viewer = useViewer()
  const { id } = route.useParams()
  const navigate = useNavigate()
  const linkedId = useLocation({ select: ({ hash }) => COMMENT.exec(hash)?.[1] })
  const page = (
    <PostPage
      key={id}
      id={id}
      viewer={viewer}
      linkedId={linkedId}
      follow={(post) =>
        viewer === null ? null : <FollowAuthor post={post} viewerId={viewer.id} />
      }
      owner={(post) => (
        <Suspense fallback={null}>
          <PostOwnerMenu post={post} onGone={() => void navigate({ to: '/', replace: true })} />
        </Suspense>
      )}
    />
  )
  if (viewer === null) {
    return (
      <>
        <PublicHeader returnTo={`/post/${id}`} />
        <main id="content" tabIndex={-1}>
          {page}
        </main>
        <PublicFooter />
      </>
    )
  }
  return (
    <>
      <TopBar isCreator={viewer.isCreator} />
      <main id="main" tabIndex={-1}>
        {page}
      </main>
      <TabBar isCreator={viewer.isCreator} />
    </>
  )
}
