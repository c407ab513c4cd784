import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from './analytics-texts.ts'

/** A large figure with a line below it. */
export const Figure = ({ name, value, note }: { name: string; value: string; note: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span className="analytics-figure display block">{value}</span>
      <span className="analytics-note block">{note}</span>
    </dd>
  </div>
)

/** A change in percent, with an arrow and in words. */
export function Growth({ growth, says }: { growth: number; says: (percent: string) => string }) {
  const isUp = growth >= 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span className={`analytics-growth ${isUp ? 'text-success' : 'text-danger'}`}>
      <Arrow size={14} aria-hidden />
      <span className="sr-only">{isUp ? texts.up : texts.down}</span>
      {says(`${Math.abs(growth)}%`)}
    </span>
  )
}
