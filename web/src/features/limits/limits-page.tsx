import './limits.css'
import type { ReactNode } from 'react'
import { FORMAT_ROWS, MADE_POINTS, SIZE_ROWS, TAKEN_OUT_POINTS } from './limits-rows.ts'
import { texts } from './limits-texts.ts'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="limits-part">
    <h2 className="display text-24 text-ink">{title}</h2>
    {children}
  </section>
)

/** On phones each row becomes a list item of its cells. */
const Table = ({
  heads,
  rows,
}: {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}) => (
  <table className="limits-table text-14 w-full mt-4 text-left">
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...cells]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {cells.map((cell) => (
            <td key={cell} className="tnum">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const Points = ({ points }: { points: readonly string[] }) => (
  <ul className="limits-points mt-4">
    {points.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
)

const { formats, sizes, kept, takenOut, made } = texts

/** Every limit of files, in figures. */
export const LimitsPage = () => (
  <div className="page limits">
    <h1 className="display text-44 text-ink">{texts.title}</h1>
    <p className="limits-lead text-18">{texts.lead}</p>
    <Part title={formats.title}>
      <Table heads={[formats.kind, formats.format, formats.most]} rows={FORMAT_ROWS} />
      <p className="text-14 mt-4 max-w-[70ch] text-ink-3">{formats.note}</p>
    </Part>
    <Part title={sizes.title}>
      <Table heads={[sizes.what, formats.most]} rows={SIZE_ROWS} />
      <p className="text-14 mt-4 max-w-[70ch] text-ink-3">{sizes.note}</p>
    </Part>
    <div className="limits-columns">
      <Part title={kept.title}>
        <Points points={kept.points} />
      </Part>
      <Part title={takenOut.title}>
        <p className="mt-4 text-16">{takenOut.lead}</p>
        <Points points={TAKEN_OUT_POINTS} />
        <p className="text-14 mt-4 max-w-[70ch] text-ink-3">{takenOut.note}</p>
      </Part>
      <Part title={made.title}>
        <Points points={MADE_POINTS} />
      </Part>
    </div>
  </div>
)
