import './what-changed.css'
import { Check } from 'lucide-react'
import type { MarkState, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/layout/avatar.tsx'
import type { Pair } from './pair.ts'
import { texts } from './compare-texts.ts'
import { Heat } from './difference/heat.tsx'
import type { useDifference } from './difference/use-difference.ts'

/** The room, as far as the rail needs it. */
export type ComparedRoom = Pick<
  ProofRoom,
  'title' | 'client' | 'creator' | 'role' | 'rights' | 'deliveries'
>

interface WhatChangedProps {
  room: ComparedRoom
  pair: Pair<ProofVersion>
  /** Of the thing, in the order of their numbers. */
  marks: readonly ProofMark[]
  /** Null where there are no pixels to compare. */
  difference: ReturnType<typeof useDifference> | null
  /** While films play. */
  isPlaying: boolean
  /** Something that is found although it is not in the pictures. */
  caution: string | null
  onState: (markId: string, state: MarkState) => void
}

/** What differs, what was asked for, and what the creator wrote. */
export function WhatChanged({
  room,
  pair: { older, newer },
  marks,
  difference,
  isPlaying,
  caution,
  onState,
}: WhatChangedProps) {
  const asked = marks.filter(
    ({ versionId, by }) => versionId === older.id && by.person?.id !== room.creator.id,
  )
  const delivery = room.deliveries.find(({ number }) => number === newer.delivery)
  return (
    <aside className="compare-rail" aria-labelledby="what-changed">
      <h2 id="what-changed" className="display text-20 text-ink">
        {texts.changed.heading}
      </h2>
      {difference === null ? null : (
        <Differing difference={difference} isPlaying={isPlaying} caution={caution} />
      )}
      <section className="compare-asked">
        <h3 className="text-14 font-semibold text-ink">{headingOf(room, asked.length, older)}</h3>
        {asked.length === 0 ? null : (
          <ul>
            {asked.map((mark) => (
              <Asked key={mark.id} room={room} mark={mark} onState={onState} />
            ))}
          </ul>
        )}
      </section>
      {delivery === undefined || delivery.note === '' ? null : (
        <div className="compare-note">
          <Avatar
            name={fullName(room.creator)}
            src={room.creator.profileImageUrl}
            creator={room.creator.isCreator}
            size={32}
          />
          <p className="text-14 text-ink-2 wrap-anywhere">
            <span className="text-ink-3">
              <strong className="font-semibold text-ink">{fullName(room.creator)}</strong>{' '}
              {texts.note(newer.number)}
            </span>
            <br />
            {delivery.note}
          </p>
        </div>
      )}
    </aside>
  )
}

const headingOf = (
  { client, creator, role }: ComparedRoom,
  count: number,
  { number }: ProofVersion,
) =>
  count === 0
    ? texts.asked.none(number)
    : role === 'client'
      ? texts.asked.you(count, number)
      : texts.asked.other((client ?? creator).firstName, count, number)

function Differing({
  difference,
  isPlaying,
  caution,
}: {
  difference: ReturnType<typeof useDifference>
  isPlaying: boolean
  caution: string | null
}) {
  const found = difference.state === 'failed' ? null : difference.found
  return (
    <div className="compare-differing">
      {found === null ? (
        <div className="compare-blank" />
      ) : (
        <Heat found={found} isOnPicture label={texts.changed.picture} />
      )}
      {difference.state === 'failed' ? (
        <p role="alert" className="text-14 text-danger">
          {texts.changed.failed}{' '}
          <Button variant="quiet" className="text-link h-auto px-0" onClick={difference.again}>
            {texts.changed.again}
          </Button>
        </p>
      ) : (
        <p role="status" className="compare-sentence text-14 text-ink-3">
          <span className="compare-swatch" aria-hidden />
          <span>
            {isPlaying
              ? texts.changed.paused
              : difference.state === 'working'
                ? texts.changed.working
                : sentenceOf(difference.found.difference)}
          </span>
        </p>
      )}
      {caution === null ? null : <p className="text-14 text-ink-3">{caution}</p>}
    </div>
  )
}

function sentenceOf({ areas, share }: { areas: readonly unknown[]; share: number }): string {
  if (areas.length === 0) return texts.changed.none
  const percent = Math.round(share * 100)
  return texts.changed.areas(
    areas.length,
    percent === 0 ? texts.changed.small : texts.changed.share(percent),
  )
}

/** What was asked for, and what has become of it. */
function Asked({
  room: { client, creator, role, rights },
  mark: { id, number, text, state, doneAt, confirmedAt },
  onState,
}: {
  room: ComparedRoom
  mark: ProofMark
  onState: (markId: string, state: MarkState) => void
}) {
  const made = texts.asked.doneBy(role === 'creator' ? null : creator.firstName)
  const agreed =
    confirmedAt === null
      ? null
      : texts.asked.agreed(
          role === 'client' ? null : (client ?? creator).firstName,
          dayOf(confirmedAt),
        )
  const isAsked = state === 'done' && rights.includes('confirm')
  return (
    <li className="compare-mark" data-state={state}>
      <span className="compare-number tnum" aria-hidden>
        {state === 'open' ? number : <Check size={16} strokeWidth={2.5} />}
      </span>
      <div>
        <p className="text-14 text-ink wrap-anywhere">
          <span className="sr-only">{`${number}, ${texts.asked.state[state]}: `}</span>
          {text}
        </p>
        <p className="text-14 text-ink-3">
          {state === 'open'
            ? texts.asked.open
            : [doneAt === null ? null : made, agreed].filter((one) => one !== null).join(' ')}
        </p>
        {isAsked ? (
          <div className="compare-answers">
            <Button onClick={() => onState(id, 'confirmed')}>
              <Check size={16} aria-hidden />
              {texts.asked.right}
            </Button>
            <Button variant="quiet" onClick={() => onState(id, 'open')}>
              {texts.asked.notYet}
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  )
}
