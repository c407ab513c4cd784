import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  getOwnLimits,
  type PersonLimits,
  type Strike,
} from '@plinth/contract/moderation/appeals.ts'
import { DAILY_LIMITS } from '@plinth/contract/people/levels.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { count, date } from '../../../lib/format/format.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Row, Section, SectionSkeleton } from '../section.tsx'
import { HeldList } from './held-list.tsx'
import { limitsTexts as words, strikeTitle } from './limits-texts.ts'

/** What the viewer may do today, and their strikes. */
export function LimitsSection() {
  const query = useQuery({ ...answerOf(getOwnLimits), staleTime: 0 })
  return (
    <Section id="limits" line={words.line}>
      <QueryView
        query={query}
        skeleton={
          <div className="mt-5">
            <SectionSkeleton label={words.loading} />
          </div>
        }
        failed={words.failed}
      >
        {(limits) => (
          <>
            <Limits limits={limits} />
            <Strikes limits={limits} />
            <HeldList />
          </>
        )}
      </QueryView>
    </Section>
  )
}

const Limits = ({ limits: { level, liveStrikes, limits } }: { limits: PersonLimits }) => (
  <>
    <p className="mt-2 text-14 text-ink-3">
      {words.level(level, liveStrikes)}{' '}
      <a href="/limits#daily" className="text-link hit">
        {words.all}
      </a>
    </p>
    <div className="mt-5 border-b border-line">
      {limits.map(({ kind, allowed, used, own }) => (
        <Row
          key={kind}
          title={DAILY_LIMITS[kind].label}
          line={own === null ? undefined : words.own(date(own.until), own.reason)}
        >
          <span className="tnum text-14 text-ink-2">{words.used(count(used), count(allowed))}</span>
        </Row>
      ))}
    </div>
  </>
)

const Strikes = ({ limits: { liveStrikes, strikes } }: { limits: PersonLimits }) => (
  <>
    <h3 className="mt-8 text-16 font-semibold text-ink">{words.strikes}</h3>
    <p className="mt-2 text-14 text-ink-3">{words.strikesLine}</p>
    {strikes.length === 0 ? (
      <p className="mt-4 text-16 text-ink-2">{words.none}</p>
    ) : (
      <>
        <p className="mt-4 text-14 text-ink-2">{words.live(liveStrikes)}</p>
        <div className="mt-4 border-b border-line">
          {strikes.map((strike) => (
            <Row
              key={strike.id}
              title={strikeTitle(strike)}
              line={<span className="wrap-anywhere whitespace-pre-line">{strike.reason}</span>}
            >
              <span className="text-14 text-ink-3">{stateOf(strike)}</span>
            </Row>
          ))}
        </div>
        <Link to="/taken-down" className="text-link hit mt-4 inline-block text-14">
          {words.appeal}
        </Link>
      </>
    )}
  </>
)

const stateOf = ({ isLive, isLifted, until }: Strike): string =>
  isLifted ? words.lifted : isLive ? words.until(date(until)) : words.ended
