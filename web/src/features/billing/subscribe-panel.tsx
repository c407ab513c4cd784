import './subscribe.css'
import { Check } from 'lucide-react'
import type { Subscription } from '@plinth/contract/money/billing.ts'
import type { Picture as PictureData } from '@plinth/contract/media/media.ts'
import { ApiError, sentenceOf } from '../../lib/api/api.ts'
import { date, price } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { TermsSentence } from '../../ui/layout/terms-sentence.tsx'
import { subscribeTexts as texts } from './billing-texts.ts'
import { useSubscribe, type useSubscribed } from './use-subscribe.ts'
import type { CSSProperties, ReactNode } from 'react'
import { pictureSources } from '../../lib/media/sources.ts'
import { ratioOf } from '../../lib/media/wall.ts'
import { Picture } from '../../ui/media/picture.tsx'
import { Plinth } from '../../ui/wall/plinth.tsx'

/** The work on the plinth. */
export interface Shown {
  title: string
  picture: PictureData
  likes: number
  views: number
  saves: number
}

interface SubscribeOfferProps {
  subscription: Subscription
  featured: Shown | undefined
  coming: ReturnType<typeof useSubscribed>
  /** The viewer returned from the payment page without having paid. */
  isCancelled: boolean
}

/** What a creator gets, with the price on the front of the plinth. */
export function SubscribeOffer({
  subscription,
  featured,
  coming,
  isCancelled,
}: SubscribeOfferProps) {
  const isBegun = subscription.state === 'incomplete'
  return (
    <div className="subscribe">
      <div className="subscribe-said">
        <Notice subscription={subscription} coming={coming} isCancelled={isCancelled} />
        <h1 className="display subscribe-title text-ink">{texts.offer.title}</h1>
        <p className="mt-8 max-w-[58ch] text-18 text-ink-2">{texts.offer.lead}</p>
        <ul className="subscribe-benefits">
          {texts.benefits.map(({ what, line }) => (
            <li key={what}>
              <Check size={20} aria-hidden />
              <p>
                <strong className="block text-16 font-semibold text-ink">{what}</strong>
                <span className="block text-14 text-ink-3">{line}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
      <WorkOnPlinth picture={featured?.picture}>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="display subscribe-sum tnum">{price(subscription.price)}</span>
          <span className="text-16 text-ink-2">{texts.offer.perMonth}</span>
        </p>
        <BecomeCreator isBegun={isBegun} isComing={coming.isComing} />
        <p className="mt-4 text-14 text-ink-3">
          {texts.offer.note} <TermsSentence by="paying" />
        </p>
      </WorkOnPlinth>
    </div>
  )
}

function BecomeCreator({ isBegun, isComing }: { isBegun: boolean; isComing: boolean }) {
  const { go, isLeaving, error } = useSubscribe()
  const isOff = error instanceof ApiError && error.code === 'unavailable'
  return (
    <>
      <Button
        variant="primary"
        size={52}
        className="mt-3 w-full"
        // Somebody who has just paid must not pay again while we check.
        disabled={isComing}
        busy={isLeaving && texts.offer.opening}
        onClick={() => go('subscribe')}
      >
        {isBegun ? texts.incomplete.button : texts.offer.button}
      </Button>
      {isOff ? (
        <p role="alert" className="mt-3 text-14 text-warning">
          {sentenceOf(error, texts.startFailed)}
        </p>
      ) : null}
    </>
  )
}

/** What comes before the offer: how the payment went, or an unfinished one. */
function Notice({
  subscription: { state, periodEnd },
  coming,
  isCancelled,
}: Omit<SubscribeOfferProps, 'featured'>) {
  if (coming.isComing) return <Coming coming={coming} />
  const line = isCancelled
    ? texts.cancelledCheckout
    : state === 'incomplete'
      ? `${texts.incomplete.title}. ${texts.incomplete.line}`
      : state === 'canceled'
        ? periodEnd === null
          ? texts.endedAlone
          : texts.ended(date(periodEnd))
        : null
  return line === null ? null : (
    <p role="status" className="subscribe-notice">
      {line}
    </p>
  )
}

const Coming = ({
  coming: { error, isAsked, isAsking, ask },
}: Pick<SubscribeOfferProps, 'coming'>) =>
  error === null ? (
    <p role="status" className="subscribe-notice">
      {isAsked ? texts.waiting : `${texts.asking}...`}
    </p>
  ) : (
    <div role="alert" className="subscribe-notice">
      <p>{`${texts.askFailed} ${sentenceOf(error, '')}`}</p>
      <Button className="mt-3" busy={isAsking && `${texts.asking}...`} onClick={ask}>
        {texts.askAgain}
      </Button>
    </div>
  )

interface WorkOnPlinthProps {
  /** Null if there is no work, which shows an outline; undefined while that is unknown. */
  picture: PictureData | null | undefined
  children: ReactNode
}

/** One work on its plinth, with the decision on the front. */
export const WorkOnPlinth = ({ picture, children }: WorkOnPlinthProps) => (
  <div className="subscribe-stand">
    <div className="spot" aria-hidden />
    {picture === null || picture === undefined ? (
      <div aria-hidden className="subscribe-empty" />
    ) : (
      <Picture
        picture={pictureSources(picture)}
        alt=""
        sizes="(max-width: 720px) 76vw, 404px"
        priority
        className="subscribe-work"
        style={{ '--ar': ratioOf(picture) } as CSSProperties}
      />
    )}
    <Plinth className="subscribe-face">{children}</Plinth>
  </div>
)
