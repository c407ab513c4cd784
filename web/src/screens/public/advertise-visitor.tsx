import { AdvertisePage } from '../../features/advertising/advertise-page.tsx'
import { PageFrame } from '../../features/navigation/page-frame.tsx'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The advertising page for visitors, who may read it without scripts. */
export function AdvertiseScreen() {
  useDocumentTitle('Advertise with us')
  return (
    <PageFrame className="outline-none">
      <AdvertisePage viewerId={null} />
    </PageFrame>
  )
}
