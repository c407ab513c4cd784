import type { Analytics, Funnel as Steps } from '@plinth/contract/analytics/analytics.ts'
import { whole } from '../../lib/format/figures.ts'
import { SOURCE_WORDS, texts } from './analytics-texts.ts'

/** How views led to hires, by source and by work. */
export const Funnel = ({ data }: { data: Analytics }) => (
  <div className="analytics-columns mt-4!">
    <section>
      <h3 className="text-16 font-semibold text-ink">{texts.bySource}</h3>
      <StepsTable
        name={texts.source}
        rows={data.sources.map((row) => ({
          ...row,
          key: row.source,
          title: SOURCE_WORDS[row.source],
        }))}
        all={data.funnel}
      />
    </section>
    {data.topPortfolios.length === 0 ? null : (
      <section>
        <h3 className="text-16 font-semibold text-ink">{texts.byWork}</h3>
        <StepsTable
          name={texts.work}
          rows={data.topPortfolios.map((row) => ({ ...row, key: row.id }))}
        />
      </section>
    )}
  </div>
)

type Row = Steps & { key: string; title: string }

const StepsTable = ({ name, rows, all }: { name: string; rows: readonly Row[]; all?: Steps }) => (
  <table className="analytics-table text-14 w-full mt-3 text-left analytics-funnel tnum">
    <thead>
      <tr>
        <th scope="col">{name}</th>
        {Object.values(texts.steps).map((step) => (
          <th key={step} scope="col">
            {step}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.key}>
          <th scope="row">{row.title}</th>
          <Cells steps={row} />
        </tr>
      ))}
    </tbody>
    {all === undefined ? null : (
      <tfoot>
        <tr>
          <th scope="row">{texts.all}</th>
          <Cells steps={all} />
        </tr>
      </tfoot>
    )}
  </table>
)

const Cells = ({ steps }: { steps: Steps }) => (
  <>
    <td>{whole(steps.views)}</td>
    <td>{whole(steps.inquiries)}</td>
    <td>{whole(steps.deposits)}</td>
    <td>{whole(steps.completed)}</td>
  </>
)
