import '../../styles/slip.css'
import type { ReactNode } from 'react'
import { price } from '../../lib/format/format.ts'
import { SplitBar, type SplitPart } from '../../ui/layout/split-bar.tsx'

interface PaperSlipProps {
  title: string
  heading?: 'h2' | 'h3'
  /** Shown to the right of the title: `No. 0417`. */
  aside?: ReactNode
  /** The total in dollars, if the title does not contain it. */
  sum?: number
  /** How the sum is divided; without it no bar is drawn. */
  parts?: readonly SplitPart[]
  children: ReactNode
}

/** A paper slip about money: a title, the sum and its parts, then lines, rules and notes as children. */
export const PaperSlip = ({
  title,
  heading: Heading = 'h2',
  aside,
  sum,
  parts,
  children,
}: PaperSlipProps) => (
  <section aria-label={title} className="slip">
    <div className="slip-head">
      <Heading className="display text-24 text-paper-ink">{title}</Heading>
      {aside === undefined ? null : <p className="slip-aside tnum">{aside}</p>}
    </div>
    {sum === undefined ? null : <p className="display slip-sum tnum">{price(sum)}</p>}
    {parts === undefined ? null : <SplitBar parts={parts} className="mt-4" />}
    {children}
  </section>
)

export interface SlipLine {
  what: ReactNode
  /** In dollars, or a text. */
  value: number | string
  /** One sentence about where the money is, why, and when it moves. */
  note?: ReactNode
}

/** The lines of a slip: who gets what. */
export const SlipLines = ({ lines }: { lines: readonly SlipLine[] }) => (
  <dl className="mt-3.5">
    {lines.map(({ what, value, note }, position) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines stay where they are
      <div key={position} className="slip-line">
        <dt>{what}</dt>
        <dd className="tnum">{typeof value === 'number' ? price(value) : value}</dd>
        {note === undefined ? null : <dd className="slip-note">{note}</dd>}
      </div>
    ))}
  </dl>
)
