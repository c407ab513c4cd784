import { lazy, Suspense } from 'react'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

// Loaded in a second step, so that the landing page's file list doesn't name their files.
const AdvertiseVisitor = lazy(async () => ({
  default: (await import('./advertise-visitor.tsx')).AdvertiseVisitor,
}))
const AdvertiseMember = lazy(async () => ({
  default: (await import('./advertise-member.tsx')).AdvertiseMember,
}))

/** The advertising page, for members and visitors. */
export function AdvertiseScreen() {
  const viewer = useViewer()
  useDocumentTitle('Advertise with us')
  return (
    <Suspense>
      {viewer === null ? <AdvertiseVisitor /> : <AdvertiseMember viewer={viewer} />}
    </Suspense>
  )
}
