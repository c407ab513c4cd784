import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { DASHBOARD_DAYS, type Dashboard } from '@plinth/contract/people/home.ts'
import { count } from '../../../lib/format/format.ts'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { texts } from './home-texts.ts'
import { SectionHead } from './section-head.tsx'

const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' })
const longDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' })

/** Views of the last seven days as bars, today in purple. */
export function WeekViews({ views: { days, total, before } }: { views: Dashboard['views'] }) {
  const most = Math.max(1, ...days.map(({ views }) => views))
  const change = total - before
  return (
    <section aria-labelledby="week-views" className="tnum">
      <SectionHead id="week-views" title={texts.views.heading}>
        <Link to="/analytics" className="text-link hit">
          {texts.views.all}
        </Link>
      </SectionHead>
      <div className="home-week">
        <div className="home-week-total">
          <p className="display home-week-sum">{count(total)}</p>
          <p className="text-14 text-ink-3 max-tablet:sr-only">{texts.views.of}</p>
          <p className={change > 0 ? 'home-week-up' : 'home-week-change'}>
            {change > 0 ? <ArrowUp size={16} aria-hidden /> : null}
            {change < 0 ? <ArrowDown size={16} aria-hidden /> : null}
            {change === 0
              ? texts.views.same
              : change > 0
                ? texts.views.up(change)
                : texts.views.down(-change)}
          </p>
        </div>
        <table className="sr-only">
          <caption>{texts.views.table}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.views.day}</th>
              <th scope="col">{texts.views.views}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, views }) => (
              <tr key={date}>
                <th scope="row">{longDay.format(new Date(date))}</th>
                <td>{views}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div aria-hidden className="home-bars">
          {days.map(({ date, views }, at) => {
            const isToday = at === DASHBOARD_DAYS - 1
            return (
              <div key={date} className="home-bar" data-today={isToday ? '' : undefined}>
                <span>{count(views)}</span>
                <i style={{ '--share': views / most } as CSSProperties} />
                <span>{isToday ? texts.views.today : weekday.format(new Date(date))}</span>
              </div>
            )
          })}
          <Ledge className="home-bars-line" glow={20} />
        </div>
      </div>
    </section>
  )
}
