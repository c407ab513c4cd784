import { AdvertisePage } from '../../features/advertising/advertise-page.tsx'
import { PageFrame } from '../../features/navigation/page-frame.tsx'

export const AdvertiseVisitor = () => (
  <PageFrame className="outline-none">
    <AdvertisePage viewerId={null} />
  </PageFrame>
)
