import { Briefcase } from 'lucide-react'
import type { ReactNode } from 'react'
import { isDay } from '../../../lib/format/days.ts'
import { date } from '../../../lib/format/format.ts'
import { ReferenceLedge } from '../../../ui/wall/reference-ledge.tsx'
import type { BriefReference } from '@plinth/contract/boards/briefs.ts'
import { paperTexts as texts } from './brief-texts.ts'

interface BriefPaperProps {
  title: string
  from: string
  /** Today when left out. */
  sentAt?: string
  references: readonly BriefReference[]
  /** The creator through whose eyes it is seen. */
  readerId: string | undefined
  content: string
  budget: string
  timeline: string
  neededBy: string
  /** How many others are asked; null when nothing is said of them. */
  others: number | null
}

/** A brief as its creators get it. */
export function BriefPaper(props: BriefPaperProps) {
  const { title, from, sentAt, references, readerId, content, budget, timeline, neededBy, others } =
    props
  const own = references.find(({ kind, maker }) => kind !== 'picture' && maker.id === readerId)
  return (
    <section className="brief-paper" aria-label={texts.badge}>
      <div className="brief-paper-head">
        <span className="brief-badge">
          <Briefcase size={13} aria-hidden />
          {texts.badge}
        </span>
        <span>{sentAt === undefined ? texts.today : date(sentAt)}</span>
      </div>
      <p className="display brief-paper-title wrap-anywhere">{title}</p>
      <p className="brief-quiet wrap-anywhere">{from}</p>
      {references.length === 0 ? (
        <p className="brief-quiet mt-4">{texts.nothing}</p>
      ) : (
        <div className="mt-4">
          <ReferenceLedge label={texts.references} references={references} />
        </div>
      )}
      {own === undefined ? null : (
        <p className="brief-quiet mt-2 wrap-anywhere">
          {texts.your}
          <i className="work-title">{own.title}</i>
          {texts.yours(own)}
        </p>
      )}
      <p
        className={`mt-3 whitespace-pre-line wrap-anywhere ${content.trim() === '' ? 'brief-quiet' : ''}`}
      >
        {content.trim() === '' ? texts.noText : content.trim()}
      </p>
      <dl className="brief-terms">
        <Term name={texts.budget}>{budget === '' ? texts.open : budget}</Term>
        <Term name={texts.timeline}>{timeline === '' ? texts.open : timeline}</Term>
        {isDay(neededBy) ? <Term name={texts.neededBy}>{date(`${neededBy}T12:00`)}</Term> : null}
        {others === null ? null : <Term name={texts.alsoAsked}>{texts.others(others)}</Term>}
      </dl>
    </section>
  )
}

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="tnum">{children}</dd>
  </div>
)
