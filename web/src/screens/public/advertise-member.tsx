import { lazy, Suspense, useState } from 'react'
import { AdvertisePage } from '../../features/advertising/advertise-page.tsx'
import type { PickedPost } from '../../features/advertising/pick-post-dialog.tsx'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { TopBar } from '../../features/navigation/top-bar.tsx'
import type { Viewer } from '../../features/session/session-api.ts'
import { useOnceOpened } from '../../lib/browser/use-once-opened.ts'

const PickPostDialog = lazy(async () => ({
  default: (await import('../../features/advertising/pick-post-dialog.tsx')).PickPostDialog,
}))
const PromoteDialog = lazy(async () => ({
  default: (await import('../../features/promotions/promote-dialog.tsx')).PromoteDialog,
}))

/** The page for members, who can also promote a post here. */
export function AdvertiseMember({ viewer }: { viewer: Viewer }) {
  const [isPicking, setPicking] = useState(false)
  const [picked, setPicked] = useState<PickedPost | null>(null)
  const [isPromoting, setPromoting] = useState(false)
  const pickOpened = useOnceOpened(isPicking)
  return (
    <>
      <TopBar isCreator={viewer.isCreator} />
      <main id="main" tabIndex={-1}>
        <AdvertisePage viewerId={viewer.id} onPromote={() => setPicking(true)} />
      </main>
      <TabBar isCreator={viewer.isCreator} />
      <Suspense fallback={null}>
        {pickOpened ? (
          <PickPostDialog
            viewerId={viewer.id}
            open={isPicking}
            onClose={() => setPicking(false)}
            onPick={(post) => {
              setPicking(false)
              setPicked(post)
              setPromoting(true)
            }}
          />
        ) : null}
        {picked === null ? null : (
          <PromoteDialog post={picked} open={isPromoting} onClose={() => setPromoting(false)} />
        )}
      </Suspense>
    </>
  )
}
