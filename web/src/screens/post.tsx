import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useSearch, getRouteApi } from '@tanstack/react-router'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { PostPage } from '../features/posts/page/post-page.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { OnceOpened } from '../ui/overlay/once-opened.tsx'
import { FollowAuthor } from './follow-author.tsx'

// Most people who open a post are not its author.
const PostOwnerMenu = lazy(async () => ({
  default: (await import('../features/posts/page/post-owner-menu.tsx')).PostOwnerMenu,
}))
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
      renderFollow={(post) => <FollowAuthor post={post} viewerId={viewer?.id ?? null} />}
      renderOwner={(post) => (
        <>
          <Suspense fallback={<div className="h-11" />}>
            <PostOwnerMenu
              post={post}
              onPromote={() => setPromoting(true)}
              onGone={() => void navigate({ to: '/', replace: true })}
            />
          </Suspense>
          <OnceOpened open={isPromoting}>
            <PromoteDialog post={post} open={isPromoting} onClose={() => setPromoting(false)} />
          </OnceOpened>
        </>
      )}
    />
  )
  return (
    <PageFrame>
      {isBack && viewer !== null ? (
        <div className="page">
          <Suspense fallback={null}>
            <PromotionReturn />
          </Suspense>
        </div>
      ) : null}
      {page}
    </PageFrame>
  )
}
