import { useQuery } from '@tanstack/react-query'
import {
  AD_PLACES,
  type AdPlace,
  type AdvertisementWeek,
} from '@plinth/contract/money/advertising.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { dayWords } from '../../lib/format/days.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { weeksQuery } from './advertising-api.ts'
import { texts as all } from './advertising-texts.ts'

const texts = all.weeks

/** Shows which weeks are sold, as a row of boxes and in a sentence for screen readers. */
export function Weeks() {
  const query = useQuery(weeksQuery)
  return (
    <section aria-labelledby="ad-weeks" className="pt-18">
      <h2 id="ad-weeks" className="text-32 text-ink display">
        {texts.title}
      </h2>
      <p className="mt-2 text-16 text-ink-2">{texts.line}</p>
      <div className="mt-8 grid content-start gap-7">
        {query.data !== undefined ? (
          <>
            {AD_PLACES.map((place) => (
              <Row key={place} place={place} weeks={query.data} />
            ))}
            {query.data.some(({ sold }) => sold.length > 0) ? <Months weeks={query.data} /> : null}
          </>
        ) : query.error === null ? (
          <div role="status" aria-label={texts.loading}>
            <Skeleton className="h-64" />
          </div>
        ) : (
          <div className="grid justify-items-start gap-4">
            <ErrorText text={sentenceOf(query.error, texts.failed)} />
            <button type="button" className={buttonVariants()} onClick={() => void query.refetch()}>
              {texts.again}
            </button>
          </div>
        )}
      </div>
    </section>
  )
}

const Row = ({ place, weeks }: { place: AdPlace; weeks: AdvertisementWeek[] }) => (
  <div>
    <p className="flex flex-wrap items-baseline gap-x-3 text-14 text-ink-3">
      <strong className="text-16 font-semibold text-ink">{place}</strong>
      {sentencesOf(place, weeks)}
    </p>
    {/* Without a sold week the sentence says it all. */}
    {weeks.some(({ sold }) => sold.includes(place)) ? (
      <div aria-hidden className="ad-weeks">
        {weeks.map(({ weekStart, sold }) => {
          const isSold = sold.includes(place)
          return (
            <span
              key={weekStart}
              title={`${dayWords(weekStart)}: ${isSold ? texts.sold : texts.free}`}
              data-sold={isSold ? '' : undefined}
            />
          )
        })}
      </div>
    ) : null}
  </div>
)

/** The names of the months, under the first week of each. */
const Months = ({ weeks }: { weeks: AdvertisementWeek[] }) => (
  <div aria-hidden className="ad-weeks ad-months">
    {weeks.map(({ weekStart }, at) => {
      const month = monthOf(weekStart)
      return (
        <span key={weekStart} className="text-12 text-ink-3">
          {/* A month of one week would run into the next. */}
          {month === monthOf(weeks[at - 1]?.weekStart ?? '') ||
          month !== monthOf(weeks[at + 1]?.weekStart ?? '')
            ? ''
            : month}
        </span>
      )
    })}
  </div>
)

/** `Nov` for `23 Nov`. */
const monthOf = (day: string): string => (day === '' ? '' : (dayWords(day).split(' ')[1] ?? ''))

/** `The next available week begins on 30 Nov. Sold: 23 Nov, 7 Dec.` */
function sentencesOf(place: AdPlace, weeks: readonly AdvertisementWeek[]): string {
  const sold = weeks.filter((week) => week.sold.includes(place))
  const free = weeks.find((week) => !week.sold.includes(place))
  if (free === undefined) return texts.noneFree
  if (sold.length === 0) return texts.allFree(dayWords(free.weekStart))
  const days = sold.map(({ weekStart }) => dayWords(weekStart)).join(', ')
  return `${texts.next(dayWords(free.weekStart))} ${texts.soldFrom(days)}`
}
