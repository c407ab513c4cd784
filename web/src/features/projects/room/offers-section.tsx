import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'
import { declineOffer } from '@plinth/contract/projects/project-calls.ts'
import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { picksTexts } from '../../../lib/format/picks.ts'
import { call } from '../../../lib/api/api.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { depositOf, splitOf } from '../actions/split-rules.ts'
import { PaperSlip, SlipLines, type SlipLine } from '../slip.tsx'
import { nameOf, otherOf } from '../project-texts.ts'
import { acceptLabel, type ActionRequest } from './actions.ts'
import { texts as room } from './room-texts.ts'
import { useStep } from '../use-step.ts'

const texts = room.offers

const OfferRules = lazy(async () => ({
  default: (await import('../actions/offer-rules.tsx')).OfferRules,
}))

interface OffersProps {
  project: Project
  /** The offer whose acceptance is pinned to the screen of a phone. */
  pinned: Offer | null
  onAction: (action: ActionRequest) => void
}

/** Open offers that wait for an answer. */
export function Offers({ project, pinned, onAction }: OffersProps) {
  const open = project.offers.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  return (
    <section aria-labelledby="room-offers">
      <h2 id="room-offers" className="display text-24 text-ink">
        {texts.heading}
      </h2>
      <div className="mt-4 grid gap-4">
        {open.map((offer) => (
          <OpenOffer
            key={offer.id}
            project={project}
            offer={offer}
            pinned={pinned}
            onAction={onAction}
          />
        ))}
      </div>
      <Replaced project={project} />
    </section>
  )
}

/** Earlier terms that the open ones replaced, a struck line each. */
function Replaced({ project }: { project: Project }) {
  const replaced = project.offers.filter(
    ({ kind, state }) => kind === 'terms' && state === 'superseded',
  )
  const hasOpen = project.offers.some(({ kind, state }) => kind === 'terms' && state === 'open')
  if (!hasOpen || replaced.length === 0) return null
  return (
    <ul aria-label={texts.replaced} className="mt-3 grid gap-1 text-14 text-ink-3">
      {replaced.map((offer) => (
        <li key={offer.id} className="tnum">
          <s>
            {texts.line(
              nameOf(project, offer.by),
              price(offer.price ?? 0),
              offer.deliverBy === null ? null : dayWords(offer.deliverBy),
            )}
          </s>
        </li>
      ))}
    </ul>
  )
}

function OpenOffer({ project, offer, pinned, onAction }: OffersProps & { offer: Offer }) {
  const { role } = project
  const isOwn = offer.by === role
  return (
    <PaperSlip
      title={isOwn ? texts.yours : texts.theirs(project[offer.by].firstName)}
      heading="h3"
      aside={dayOf(offer.createdAt)}
    >
      <p className="mt-1 text-14 text-paper-ink-2">{texts[offer.kind]}</p>
      <SlipLines lines={linesOf(project, offer)} />
      {offer.milestones.length === 0 ? null : (
        <ol className="slip-milestones text-14 border-t border-[rgb(26_25_34_/_0.2)] pt-2">
          {offer.milestones.map(({ title, due }, index) => (
            <li key={`${index} ${title}`}>
              <span className="min-w-0 break-words">{`${texts.milestone(index + 1)} ${title}`}</span>
              {due === null ? null : <span className="tnum shrink-0">{dayWords(due)}</span>}
            </li>
          ))}
        </ol>
      )}
      {offer.note.trim() === '' ? null : (
        <p className="mt-3 text-14 break-words whitespace-pre-line">{offer.note}</p>
      )}
      {offer.kind === 'terms' && role === 'client' && !isOwn ? (
        // As high as the rules, so that nothing jumps when they load.
        <Suspense fallback={<div className="mt-3 h-11" />}>
          <OfferRules project={project} offer={offer} />
        </Suspense>
      ) : null}
      {role === null ? null : (
        <OfferActions
          project={project}
          offer={offer}
          isOwn={isOwn}
          isPinned={offer.id === pinned?.id}
          onAction={onAction}
        />
      )}
    </PaperSlip>
  )
}

function OfferActions({
  project,
  offer,
  isOwn,
  isPinned,
  onAction,
}: Omit<OffersProps, 'pinned'> & { offer: Offer; isOwn: boolean; isPinned: boolean }) {
  const no = useStep({
    projectId: project.id,
    send: (_: object, idempotencyKey) =>
      call(declineOffer, { params: { id: project.id, offerId: offer.id }, idempotencyKey }),
  })
  const goes = isOwn ? texts.withdrawing : texts.declining
  const stays = isOwn ? texts.withdraw : texts.decline
  return (
    <>
      {isOwn ? <p className="slip-note mt-3">{texts.waits(otherOf(project).firstName)}</p> : null}
      {no.problem === null ? null : <ErrorText text={no.problem} />}
      <div className="paper-actions">
        {isOwn ? null : (
          <button
            type="button"
            className={clsx('paper-primary tnum', isPinned && 'max-tablet:hidden!')}
            onClick={() => onAction({ what: 'acceptOffer', offer })}
          >
            {acceptLabel(project, offer)}
          </button>
        )}
        {!isOwn && offer.kind === 'terms' && project.actions.includes('offer') ? (
          <button
            type="button"
            className="paper-secondary"
            onClick={() => onAction({ what: 'offer' })}
          >
            {texts.counter}
          </button>
        ) : null}
        <button
          type="button"
          className="paper-secondary"
          disabled={no.isBusy}
          onClick={() => no.run({})}
        >
          {no.isBusy ? goes : stays}
        </button>
      </div>
    </>
  )
}

function linesOf(project: Project, offer: Offer): SlipLine[] {
  const lines: SlipLine[] = []
  if (offer.kind === 'terms' && offer.price !== null) {
    lines.push({ what: texts.price, value: offer.price })
    lines.push({ what: texts.deposit, value: depositOf(offer) })
  }
  if (offer.kind === 'change') lines.push({ what: texts.added, value: offer.price ?? 0 })
  if (offer.picks !== null) lines.push({ what: picksTexts.label, value: String(offer.picks) })
  if (offer.deliverBy !== null) {
    lines.push({ what: texts.deliverBy, value: dayWords(offer.deliverBy) })
  }
  if (offer.kind === 'cancel') {
    const split = splitOf(project.money.held, offer.toClient ?? 0)
    lines.push({ what: texts.back(nameOf(project, 'client')), value: price(split?.toClient ?? 0) })
    lines.push({ what: texts.to(nameOf(project, 'creator')), value: price(split?.toCreator ?? 0) })
  }
  return lines
}
