import { lazy, Suspense, useState } from 'react'
import { AdvertisePage } from '../../features/advertising/advertise-page.tsx'
import type { PickedPost } from '../../features/advertising/pick-post-dialog.tsx'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import type { Viewer } from '../../features/session/session-api.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'

const PickPostDialog = lazy(async () => ({
  default: (await import('../../features/advertising/pick-post-dialog.tsx')).PickPostDialog,
}))
const PromoteDialog = lazy(async () => ({
  default: (await import('../../features/promotions/promote-dialog.tsx')).PromoteDialog,
}))

/** The advertising page for members, who can also promote a post here. */
export function AdvertiseScreen() {
  const viewer = useViewer()
  useDocumentTitle('Advertise with us')
  return viewer === null ? null : <Advertise viewer={viewer} />
}

function Advertise({ viewer }: { viewer: Viewer }) {
  const [isPicking, setPicking] = useState(false)
  const [picked, setPicked] = useState<PickedPost | null>(null)
  const [isPromoting, setPromoting] = useState(false)
  return (
    <>
      <MemberPage isCreator={viewer.isCreator}>
        <AdvertisePage viewerId={viewer.id} onPromote={() => setPicking(true)} />
      </MemberPage>
      <Suspense fallback={null}>
        <OnceOpened open={isPicking}>
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
        </OnceOpened>
        {picked === null ? null : (
          <PromoteDialog post={picked} open={isPromoting} onClose={() => setPromoting(false)} />
        )}
      </Suspense>
    </>
  )
}
