import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Analytics } from '@plinth/contract/analytics/analytics.ts'
import { money, whole } from '../../lib/format/figures.ts'
import { texts } from './analytics-texts.ts'

/** The four large figures. */
export const Figures = ({ data }: { data: Analytics }) => (
  <dl className="analytics-figures tnum">
    <Figure name={texts.totalViews} value={whole(data.totalViews)} note={<Growth data={data} />} />
    <Figure
      name={texts.totalLikes}
      value={whole(data.totalLikes)}
      note={data.totalSaves === 1 ? texts.oneSave : texts.saves(whole(data.totalSaves))}
    />
    <Figure
      name={texts.inquiries}
      value={whole(data.totalMessages)}
      note={texts.today(whole(data.messagesToday))}
    />
    <Figure
      name={texts.totalEarnings}
      value={money(data.totalEarnings)}
      note={
        <>
          {texts.thisMonth} <b className="font-semibold text-ink">{money(data.monthlyEarnings)}</b>
        </>
      }
    />
  </dl>
)

const Figure = ({ name, value, note }: { name: string; value: string; note: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span className="analytics-figure display block">{value}</span>
      <span className="analytics-note block">{note}</span>
    </dd>
  </div>
)

/** The change from the week before, with an arrow and in words. After a week without views there is no percentage. */
function Growth({ data: { weeklyGrowth, weekViews, lastWeekViews } }: { data: Analytics }) {
  if (lastWeekViews === 0 && weekViews > 0) return texts.firstViews
  const isUp = weeklyGrowth >= 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span className={`analytics-growth ${isUp ? 'text-success' : 'text-danger'}`}>
      <Arrow size={14} aria-hidden />
      <span className="sr-only">{isUp ? texts.up : texts.down}</span>
      {texts.growth(`${Math.abs(weeklyGrowth)}%`)}
    </span>
  )
}
