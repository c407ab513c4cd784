import { AdvertisePage } from '../../features/advertising/advertise-page.tsx'
import { PublicFooter, PublicHeader } from '../../features/landing/public-frame.tsx'

export const AdvertiseVisitor = () => (
  <>
    <PublicHeader returnTo="/advertise" />
    <main id="content" tabIndex={-1} className="outline-none">
      <AdvertisePage viewerId={null} />
    </main>
    <PublicFooter />
  </>
)
