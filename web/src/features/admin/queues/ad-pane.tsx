import {
  MAX_AD_NOTE_LENGTH,
  listAdvertisementInquiries,
  updateAdvertisementInquiry,
  type AdvertisementInquiry,
} from '@plinth/contract/money/advertising.ts'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { dateAndTime } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { AdBookingFields } from './ad-booking-fields.tsx'
import { bookingOf, bookingProblems, useAdWeeks, type Booking } from './ad-rules.ts'
import { DecisionForm, type DecisionOption } from './decision-form.tsx'
import { nameOf, knownFacts, type QueueFact, type QueuePaneProps } from './queue-rules.ts'
import { QueueFacts, QueueMail, QueuePerson } from './queue-details.tsx'
import { adTexts as texts } from './queue-texts.ts'

type Way = 'answered' | 'declined' | 'booked'

/** One ad inquiry in full, and the decision on it. */
export function AdPane({ one: inquiry, viewerId, onDone }: QueuePaneProps<AdvertisementInquiry>) {
  const { id, state, businessName, description } = inquiry
  const [booking, setBooking] = useState<Booking>(() => bookingOf(inquiry))
  const [isTried, setTried] = useState(false)
  const weeks = useAdWeeks()
  const problems = bookingProblems(booking, weeks)
  return (
    <>
      <h2 className="display text-24 break-words text-ink">{businessName}</h2>
      <QueueFacts facts={factsOf(inquiry)} />
      <blockquote className="mt-4 border-l-3 border-line-strong pl-4 break-words whitespace-pre-line">
        {description}
      </blockquote>
      <DecisionForm
        viewerId={viewerId}
        subject={`ad.${id}`}
        label={texts.note}
        maxLength={MAX_AD_NOTE_LENGTH}
        queue={listAdvertisementInquiries}
        options={OPTIONS.filter(({ way }) => way !== state).map((one) => ({
          ...one,
          question:
            inquiry.booking === null ? undefined : texts.giveBack(bookedWords(inquiry.booking)),
        }))}
        isWrong={(way) => {
          setTried(way === 'booked')
          return way === 'booked' && Object.keys(problems).length > 0
        }}
        send={(way, note) =>
          call(updateAdvertisementInquiry, {
            params: { id },
            body: {
              state: way,
              ...(note === '' ? {} : { note }),
              ...(way === 'booked' ? booking : {}),
            },
          })
        }
        onDone={onDone}
      >
        {state === 'booked' ? null : (
          <AdBookingFields
            booking={booking}
            weeks={weeks}
            problems={isTried ? problems : {}}
            onBooking={setBooking}
          />
        )}
      </DecisionForm>
    </>
  )
}

const OPTIONS: readonly DecisionOption<Way>[] = [
  {
    way: 'booked',
    words: texts.book,
    busy: texts.busy,
    done: texts.done.booked,
    variant: 'primary',
    needsNoReason: true,
  },
  {
    way: 'answered',
    words: texts.answered,
    busy: texts.busy,
    done: texts.done.answered,
    variant: 'secondary',
    needsNoReason: true,
  },
  {
    way: 'declined',
    words: texts.decline,
    busy: texts.busy,
    done: texts.done.declined,
    variant: 'quiet-danger',
    needsNoReason: true,
  },
]

const bookedWords = ({
  place,
  weekStart,
  weeks,
}: NonNullable<AdvertisementInquiry['booking']>): string =>
  texts.weeks(texts.types[place], dayWords(weekStart), weeks)

function factsOf(inquiry: AdvertisementInquiry): QueueFact[] {
  const { facts } = texts
  const { booking, decidedAt, decidedBy, member, adType, duration } = inquiry
  return knownFacts([
    [facts.received, dateAndTime(inquiry.createdAt)],
    [facts.contact, inquiry.contactName],
    [facts.email, <QueueMail key="email" address={inquiry.email} />],
    [facts.phone, inquiry.phone],
    [facts.website, inquiry.website],
    [facts.wants, texts.line(texts.types[adType], texts.durations[duration])],
    [facts.budget, inquiry.budget],
    [facts.idea, inquiry.postIdea],
    [facts.member, member === null ? null : <QueuePerson key="member" person={member} />],
    [facts.booked, booking === null ? null : bookedWords(booking)],
    [facts.note, inquiry.note],
    [facts.decided, decidedAt === null ? null : `${nameOf(decidedBy)}, ${dateAndTime(decidedAt)}`],
  ])
}
