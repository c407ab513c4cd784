import '../features/billing/statement.css'
import { getRouteApi } from '@tanstack/react-router'
import { statementTexts as texts } from '../features/billing/billing-texts.ts'
import { Payouts } from '../features/billing/payouts.tsx'
import { Statement } from '../features/billing/statement.tsx'
import { StatementFilter } from '../features/billing/statement-filter.tsx'
import { MemberPage } from '../features/navigation/member-page.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { readStatementSearch } from '../lib/routing/billing-search.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { isDay } from '../lib/format/days.ts'

const route = getRouteApi('/statement')

/** The viewer's balance and payments. */
export function StatementScreen() {
  const viewer = useViewer()
  const { from, to, payouts } = readStatementSearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  const period = { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) }
  return (
    <MemberPage isCreator={viewer.isCreator} className="page">
      <div className="statement">
        <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
        <p className="mt-3 max-w-[58ch] text-16 text-ink-2">{texts.lead}</p>
        {viewer.isCreator || payouts !== undefined ? <Payouts back={payouts} isMain /> : null}
        <h2 className="display mt-10 text-20 text-ink">{texts.table}</h2>
        <StatementFilter
          period={period}
          onPeriod={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
        <Statement period={period} />
      </div>
    </MemberPage>
  )
}
