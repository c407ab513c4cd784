import { DAILY_KINDS, DAILY_LIMITS, LEVELS } from '@plinth/contract/people/levels.ts'
import { count } from '../../lib/format/format.ts'
import { texts } from './limits-texts.ts'
import { Part, Points } from './part.tsx'

const { daily } = texts

/** What somebody may do in a day, by the age of their account. On phones each figure carries its level's name. */
export const DailyPart = () => (
  <Part title={daily.title} id="daily">
    <p className="mt-4 max-w-[70ch] text-16">{daily.lead}</p>
    <table className="limits-table limits-daily text-14 w-full mt-4 text-left">
      <thead>
        <tr>
          <th scope="col">{daily.what}</th>
          {LEVELS.map(({ value, label }) => (
            <th key={value} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {DAILY_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{DAILY_LIMITS[kind].label}</th>
            {LEVELS.map(({ value, label }) => (
              <td key={value} className="tnum" data-level={label}>
                {count(DAILY_LIMITS[kind].limits[value])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <Points points={LEVELS.map(({ label, says }) => daily.level(label, says))} />
    <p className="text-14 mt-4 max-w-[70ch] text-ink-3">{daily.note}</p>
  </Part>
)
