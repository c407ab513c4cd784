import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { texts as all } from './study-texts.ts'

const texts = all.facts

type Facts = Extract<Block, { type: 'facts' }>

/** What a work was made for, when and with what, as its creator says. What they left empty is left out. */
export function StudyFacts({ facts }: { facts: Facts }) {
  const rows = [
    [texts.client, facts.client],
    [texts.year, facts.year],
    [texts.role, facts.role],
    [texts.place, facts.place],
    [texts.tools, facts.tools.join(', ')],
    [texts.time, facts.time],
  ].filter(([, value]) => value?.trim() !== '')
  return (
    <dl aria-label={texts.title} className="study-facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
