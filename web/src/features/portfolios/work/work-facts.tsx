import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { OriginIcon } from '../rights/origin-icon.tsx'
import { texts as all } from './work-texts.ts'

const texts = all.work

// The same day on the server as in every browser.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** How a work was made, in the creator's words: `AI-assisted: the sky`. */
export function originWords({ origin }: Pick<PortfolioItem, 'origin'>): string {
  if (origin === null) return texts.originUnsaid
  const label = ORIGINS.find(({ value }) => value === origin.kind)?.label ?? ''
  return origin.parts === null ? label : `${label}: ${origin.parts}`
}

type Facts = Pick<PortfolioItem, 'origin' | 'isReserved' | 'isReservedInFiles' | 'creator'>

const saidBy = ({ origin, creator }: Facts) =>
  origin && texts.originSaid(creator.firstName, day.format(new Date(origin.saidAt)))

/** The files say it too once they are made anew. */
const reservedWords = ({ isReservedInFiles }: Facts) =>
  isReservedInFiles ? texts.reservedInFiles : texts.reservedHere

/** How a work was made and whether it is kept out of AI training, as the dialog shows it. */
export function WorkOrigin({ work }: { work: Facts }) {
  const said = saidBy(work)
  return (
    <ul aria-label={texts.facts} className="mt-6">
      <li className="work-origin">
        <OriginIcon kind={work.origin?.kind ?? ''} size={20} />
        <span>
          {work.origin === null ? (
            <>
              {texts.made}: {originWords(work)}
            </>
          ) : (
            <span className="block font-semibold text-ink">{originWords(work)}</span>
          )}
          {said === null ? null : <span className="block">{said}</span>}
        </span>
      </li>
      {work.isReserved ? (
        <li className="work-origin">
          <ShieldCheck size={20} aria-hidden />
          <span>
            <span className="block font-semibold text-ink">{texts.reserved}</span>
            <span className="block">{reservedWords(work)}</span>
          </span>
        </li>
      ) : null}
    </ul>
  )
}

/** What is good to know about a work, row by row. */
export function GoodToKnow({ work, file }: { work: PortfolioItem; file: ReactNode }) {
  const said = saidBy(work)
  return (
    <section aria-labelledby="good-to-know" className="min-w-0">
      <h2 id="good-to-know" className="display text-24 text-ink">
        {texts.facts}
      </h2>
      <dl className="mt-3 border-b border-line">
        <Row label={texts.made}>
          {originWords(work)}
          {said === null ? null : <span className="text-ink-3">. {said}.</span>}
        </Row>
        {work.isReserved ? (
          <Row label={texts.using}>
            {texts.reserved}
            <span className="text-ink-3">. {reservedWords(work)}.</span>
          </Row>
        ) : null}
        {file === null ? null : <Row label={texts.file}>{file}</Row>}
        {work.tags.length === 0 ? null : (
          <Row label={texts.tags}>
            <WorkTags tags={work.tags} />
          </Row>
        )}
      </dl>
    </section>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="work-row">
    <dt className="text-ink-3">{label}</dt>
    <dd className="min-w-0 text-ink wrap-anywhere">{children}</dd>
  </div>
)

export const WorkTags = ({ tags }: { tags: readonly string[] }) => (
  <ul aria-label={texts.tags} className="flex flex-wrap gap-2 pointer-coarse:gap-y-5">
    {tags.map((tag) => (
      <li key={tag} className="min-w-0">
        <Link
          to="/explore/tag/$tag"
          params={{ tag }}
          className="hit flex max-w-full rounded-control bg-surface-1 px-2.5 py-1.5 text-14 text-ink-2 in-[[role$=dialog]]:bg-surface-3 hover:bg-line hover:text-ink"
        >
          <span className="truncate">#{tag}</span>
        </Link>
      </li>
    ))}
  </ul>
)
