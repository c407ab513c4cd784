import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useSearch, getRouteApi } from '@tanstack/react-router'
import { PublicFooter, PublicHeader } from '../features/landing/public-frame.tsx'
import { MemberPage } from '../features/navigation/member-page.tsx'
import { PostOwnerMenu } from '../features/posts/page/post-owner-menu.tsx'
import { PostPage } from '../features/posts/page/post-page.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { TooltipProvider } from '../ui/overlay/tooltip.tsx'
import { OnceOpened } from '../ui/overlay/once-opened.tsx'
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
          <OnceOpened open={isPromoting}>
            <PromoteDialog post={post} open={isPromoting} onClose={() => setPromoting(false)} />
          </OnceOpened>
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
    <MemberPage isCreator={viewer.isCreator}>
      {isBack ? (
        <div className="page">
          <Suspense fallback={null}>
            <PromotionReturn />
          </Suspense>
        </div>
      ) : null}
      {page}
    </MemberPage>
  )
}
