import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Block, CaseStudy, CreditLine } from '@plinth/contract/portfolios/studies.ts'
import { fullName } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { texts } from './study-texts.ts'

type People = CaseStudy['people']

/** The lines of all credits that can be shown: typed names, and people of Plinth who may be named. */
export const creditsOf = ({ blocks, people }: Pick<CaseStudy, 'blocks' | 'people'>): CreditLine[] =>
  blocks
    .flatMap((block: Block) => (block.type === 'credits' ? block.people : []))
    .filter((line) => 'name' in line || people[line.id] !== undefined)

interface StudyCreditsProps {
  lines: readonly CreditLine[]
  people: People
  className: string
}

/** Who made a work together. */
export function StudyCredits({ lines, people, className }: StudyCreditsProps) {
  const title = useId()
  if (lines.length === 0) return null
  return (
    <section aria-labelledby={title} className={className}>
      <h2 id={title} className="display text-20 text-ink">
        {texts.madeWith}
      </h2>
      <ul className="study-credits">
        {lines.map((line) => (
          <li key={line.id}>
            <Line line={line} people={people} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ line, people }: { line: CreditLine; people: People }) {
  if ('name' in line)
    return (
      <p className="min-w-0 text-14">
        <span className="block font-semibold text-ink">{line.name}</span>
        <span className="block text-ink-3">{line.role}</span>
      </p>
    )
  const found = people[line.id]
  if (found === undefined) return null
  const { person, state } = found
  return (
    <>
      <Avatar {...faceOf(person)} size={36} />
      <p className="min-w-0 text-14">
        <Link {...toPerson(person)} className="hit block font-semibold text-ink hover:underline">
          {fullName(person)}
        </Link>
        <span className="block text-ink-3">{line.role}</span>
        {state === 'asked' ? <span className="block text-13 text-ink-3">{texts.asked}</span> : null}
      </p>
    </>
  )
}
