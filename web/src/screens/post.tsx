import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useSearch, getRouteApi } from '@tanstack/react-router'
import { PublicFooter, PublicHeader } from '../features/landing/public-frame.tsx'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { PostOwnerMenu } from '../features/posts/page/post-owner-menu.tsx'
import { PostPage } from '../features/posts/page/post-page.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useOnceOpened } from '../lib/browser/use-once-opened.ts'
import { TooltipProvider } from '../ui/overlay/tooltip.tsx'
import { FollowAuthor } from './follow-author.tsx'

const PromoteDialog = lazy(async () => ({
  default: (await import('../features/promotions/promote-dialog.tsx')).PromoteDialog,
}))
const PromotionReturn = lazy(async () => ({
  default: (await import('../features/promotions/promotion-return.tsx')).PromotionReturn,
}))

const route = getRouteApi('/post/$id')
const COMMENT = /^comment-(.+)$/

/** A post at its own address. Shared links lead here, and visitors can open it too. */
export function PostScreen() {
  const viewer = useViewer()
  const { id } = route.useParams()
  const [isPromoting, setPromoting] = useState(false)
  const promoteOpened = useOnceOpened(isPromoting)
  const isBack = useSearch({ strict: false, select: ({ promotion }) => promotion !== undefined })
  const navigate = useNavigate()
  const linkedId = useLocation({ select: ({ hash }) => COMMENT.exec(hash)?.[1] })
  const page = (
    <PostPage
      key={id}
      id={id}
      viewer={viewer}
      linkedId={linkedId}
      renderFollow={(post) =>
        viewer === null ? null : <FollowAuthor post={post} viewerId={viewer.id} />
      }
      renderOwner={(post) => (
        <>
          <PostOwnerMenu
            post={post}
            onPromote={() => setPromoting(true)}
            onGone={() => void navigate({ to: '/', replace: true })}
          />
          <Suspense fallback={null}>
            {promoteOpened ? (
              <PromoteDialog post={post} open={isPromoting} onClose={() => setPromoting(false)} />
            ) : null}
          </Suspense>
        </>
      )}
    />
  )
  if (viewer === null) {
    return (
      // Members already have a provider around every screen.
      <TooltipProvider>
        <PublicHeader returnTo={`/post/${id}`} />
        <main id="content" tabIndex={-1}>
          {page}
        </main>
        <PublicFooter />
      </TooltipProvider>
    )
  }
  return (
    <>
      <TopBar isCreator={viewer.isCreator} />
      <main id="main" tabIndex={-1}>
        {isBack ? (
          <div className="page">
            <Suspense fallback={null}>
              <PromotionReturn />
            </Suspense>
          </div>
        ) : null}
        {page}
      </main>
      <TabBar isCreator={viewer.isCreator} />
    </>
  )
}
