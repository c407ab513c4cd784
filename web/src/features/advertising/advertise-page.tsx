import './advertise.css'
import { texts } from './advertising-texts.ts'
import { InquiryForm } from './inquiry-form.tsx'
import { InquirySent } from './inquiry-sent.tsx'
import { PriceSlip } from './price-slip.tsx'
import { Specimen } from './specimen.tsx'
import { useInquiry } from './use-inquiry.ts'
import { Weeks } from './weeks.tsx'

/**
 * The inquiry, what it costs, and which weeks are left. Nothing in it is a `Button`, whose libraries visitors do not
 * have.
 */
export function AdvertisePage({
  viewerId,
  onPromote,
}: {
  viewerId: string | null
  /** A member picks a post. Left out, the price of a promotion fills in the ad type. */
  onPromote?: () => void
}) {
  const inquiry = useInquiry(viewerId ?? 'visitor')
  const choosePost = () => {
    inquiry.form.setValue('adType', 'post', { shouldValidate: true })
    inquiry.form.setFocus('businessName')
  }
  return (
    <div className="page pt-8 pb-24">
      <h1 className="display ad-title text-ink">{texts.title}</h1>
      <p className="mt-6 max-w-[58ch] text-18 text-ink-2">{texts.lead}</p>
      <div className="ad-columns">
        {inquiry.isSent ? (
          <InquirySent email={inquiry.fields.email} onAnother={inquiry.again} />
        ) : (
          <InquiryForm inquiry={inquiry} />
        )}
        <div className="grid content-start gap-12">
          <PriceSlip onPromote={onPromote ?? choosePost} />
          <Specimen />
        </div>
      </div>
      <Weeks />
    </div>
  )
}
