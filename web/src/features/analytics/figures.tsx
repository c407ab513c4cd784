import type { Analytics } from '@plinth/contract/analytics/analytics.ts'
import { money, whole } from '../../lib/format/figures.ts'
import { texts } from './analytics-texts.ts'
import { Figure, Growth } from './figure.tsx'

/** The four large figures. */
export const Figures = ({ data }: { data: Analytics }) => (
  <dl className="analytics-figures tnum">
    <Figure
      name={texts.totalViews}
      value={whole(data.totalViews)}
      note={<ViewsGrowth data={data} />}
    />
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

/** The change from the week before. After a week without views there is no percentage. */
function ViewsGrowth({ data: { weeklyGrowth, weekViews, lastWeekViews } }: { data: Analytics }) {
  if (lastWeekViews === 0 && weekViews > 0) return texts.firstViews
  return <Growth growth={weeklyGrowth} says={texts.growth} />
}
