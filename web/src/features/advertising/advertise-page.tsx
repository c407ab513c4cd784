import './advertise.css'
import { texts, sums } from './advertising-texts.ts'
import { InquiryForm, useInquiry } from './inquiry-form.tsx'
import { Weeks } from './weeks.tsx'
import { useQuery } from '@tanstack/react-query'
import { pictureSources } from '../../lib/media/sources.ts'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { featuredQuery } from './advertising-api.ts'
import { useEffect, useRef } from 'react'
import { buttonVariants } from '../../ui/actions/button-variants.ts'

/**
 * The inquiry form, the prices, and the weeks that are free. It avoids `Button`, whose libraries visitors have not
 * loaded.
 */
export function AdvertisePage({
  viewerId,
  onPromote,
}: {
  viewerId: string | null
  /** Lets a member pick a post. Left out, the promotion's price fills in the ad type. */
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

/** The minimum prices of an advert and, below the tear line, the price of promoting one post. */
const PriceSlip = ({ onPromote }: { onPromote: () => void }) => (
  <section aria-labelledby="ad-prices" className="ad-slip">
    <div className="ad-prices">
      <div className="ad-head">
        <h2 id="ad-prices" className="text-24">
          {texts.prices.title}
        </h2>
        <p className="text-13">{texts.prices.note}</p>
      </div>
      <dl className="ad-sums">
        <Sum sum={sums.week} per={texts.prices.week} />
        <Sum sum={sums.month} per={texts.prices.month} />
        <div className="ad-custom text-16">
          <dt>{texts.prices.custom}</dt>
          <dd>{texts.prices.negotiable}</dd>
        </div>
      </dl>
    </div>
    <div className="ad-promotion">
      <div>
        <h2 className="text-16">{texts.promotion.title}</h2>
        <p className="text-14">{texts.promotion.line}</p>
      </div>
      <button type="button" aria-label={texts.promotion.button} onClick={onPromote}>
        {sums.promotion}
      </button>
    </div>
  </section>
)

const Sum = ({ sum, per }: { sum: string; per: string }) => (
  <div className="ad-price">
    <dt className="text-16">{per}</dt>
    <dd className="ad-sum tnum">{sum}</dd>
  </div>
)

/** Shows where an advert's label appears, on a featured work that nobody paid for. */
function Specimen() {
  const featured = useQuery(featuredQuery).data ?? []
  const picture = featured.find((work) => work.picture.width > work.picture.height)?.picture
  return (
    <figure>
      <div className="ad-specimen">
        {picture === undefined ? (
          <div aria-hidden data-empty />
        ) : (
          <Picture picture={pictureSources(picture)} sizes="260px" alt="" />
        )}
        <figcaption className="min-w-0 text-13">
          <strong className="block font-semibold text-ink">{texts.specimen.label}</strong>
          <span className="block text-ink-3">{texts.specimen.line}</span>
        </figcaption>
      </div>
      <Ledge glow={30} />
    </figure>
  )
}

/** Replaces the form after sending. The heading takes the focus that the button had. */
function InquirySent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-130 pt-4">
      <h2 ref={heading} tabIndex={-1} className="text-32 text-ink display outline-none">
        {texts.sent.title}
      </h2>
      <Ledge glow={30} className="mt-5 mb-6" />
      <p className="text-18 text-ink-2">
        {texts.sent.line} <strong className="font-semibold break-words text-ink">{email}</strong>.
      </p>
      <button type="button" className={buttonVariants({ className: 'mt-8' })} onClick={onAnother}>
        {texts.sent.another}
      </button>
    </div>
  )
}
