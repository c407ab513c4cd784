import { lazy, Suspense } from 'react'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

// A hop of their own: the landing page would name every file of them.
const AdvertiseVisitor = lazy(async () => ({
  default: (await import('./advertise-visitor.tsx')).AdvertiseVisitor,
}))
const AdvertiseMember = lazy(async () => ({
  default: (await import('./advertise-member.tsx')).AdvertiseMember,
}))

/** For everybody, signed in or not. */
export function AdvertiseScreen() {
  const viewer = useViewer()
  useDocumentTitle('Advertise with us')
  return (
    <Suspense>
      {viewer === null ? <AdvertiseVisitor /> : <AdvertiseMember viewer={viewer} />}
    </Suspense>
  )
}
