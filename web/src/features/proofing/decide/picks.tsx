import './decide.css'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { ProofRoom, ProofThing } from '@plinth/contract/proofing/rooms.ts'
import { usePicks } from './decide-api.ts'
import { decideTexts, inWords } from './decide-texts.ts'
import { VerdictBadge } from './file-verdict.tsx'
import { moved, placedAt, toggled } from './pick-rules.ts'

const OrderDialog = lazy(async () => ({
  default: (await import('./order-dialog.tsx')).OrderDialog,
}))

const texts = decideTexts.picks
const nameOf = ({ versions }: ProofThing) => versions[0]?.fileName ?? ''

interface StripProps {
  room: ProofRoom
  /** What happened last, for the eyes and for screen readers. */
  said: string
  onSay: (words: string) => void
}

/** Under a file of the strip: whether it is picked, and what was decided. */
export function StripFoot({
  room,
  thing,
  onSay,
}: Omit<StripProps, 'said'> & { thing: ProofThing }) {
  const change = usePicks(room)
  const { most, thingIds } = room.picks
  const rank = thingIds.indexOf(thing.id) + 1
  const toggle = () => {
    const isFull = most !== null && thingIds.length >= most && rank === 0
    onSay(isFull ? texts.full(most) : '')
    if (!isFull) change((picks) => toggled(picks, thing.id))
  }
  return (
    <div className="pick-foot">
      {most === null ? null : room.rights.includes('pick') ? (
        <PickBox
          thing={thing}
          rank={rank}
          most={most}
          onToggle={toggle}
          onMove={(by) => {
            onSay(movedWords(room, thing, by))
            change((picks) => moved(picks, thing.id, by))
          }}
          onDropped={(id) => change((picks) => placedAt(picks, id, thing.id))}
        />
      ) : rank === 0 ? null : (
        <span className="pick" data-picked>
          <Check size={16} aria-hidden />
          <span className="sr-only">{texts.isPick(rank)}</span>
          <span aria-hidden>{rank}</span>
        </span>
      )}
      <VerdictBadge room={room} versionId={thing.versions[0]?.id} />
    </div>
  )
}

const movedWords = ({ picks }: ProofRoom, thing: ProofThing, by: number): string =>
  texts.moved(nameOf(thing), moved(picks.thingIds, thing.id, by).indexOf(thing.id) + 1)

/** Before the files: how many are picked of how many. Nothing if all files are in the price. */
export function StripLead({ room, said, onSay }: StripProps) {
  const change = usePicks(room)
  const { most } = room.picks
  const move = (thing: ProofThing, by: number) => {
    onSay(movedWords(room, thing, by))
    change((picks) => moved(picks, thing.id, by))
  }
  return most === null ? null : (
    <PicksLead
      room={room}
      most={most}
      said={said}
      onMove={room.rights.includes('pick') ? move : null}
    />
  )
}

function PicksLead({
  room,
  most,
  said,
  onMove,
}: {
  room: ProofRoom
  most: number
  said: string
  /** Null for whoever may not pick. */
  onMove: ((thing: ProofThing, by: number) => void) | null
}) {
  const [isOrdering, setOrdering] = useState(false)
  const picked = room.picks.thingIds.length
  const count = room.things.length
  return (
    <div className="picks-lead">
      <h2 className="display text-20 text-ink">{texts.heading(picked, most)}</h2>
      <p>
        {onMove === null
          ? texts.chosen(count, room.client.firstName)
          : texts.came(count, inWords(most))}
      </p>
      <p role="status" className="picks-said">
        {said}
      </p>
      {picked === 0 ? null : (
        <button type="button" className="proof-act" onClick={() => setOrdering(true)}>
          {texts.order}
        </button>
      )}
      <Suspense fallback={null}>
        {isOrdering ? (
          <OrderDialog room={room} onMove={onMove} onClose={() => setOrdering(false)} />
        ) : null}
      </Suspense>
    </div>
  )
}

const DRAGGED = 'text/x-plinth-pick'

function PickBox({
  thing,
  rank,
  most,
  onToggle,
  onMove,
  onDropped,
}: {
  thing: ProofThing
  /** From 1; 0 if it is not picked. */
  rank: number
  most: number
  onToggle: () => void
  onMove: (by: number) => void
  /** Another pick was dropped on this one. */
  onDropped: (thingId: string) => void
}) {
  const isPicked = rank > 0
  const name = nameOf(thing)
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (!event.altKey || by === undefined || !isPicked) return
    event.preventDefault()
    onMove(by)
  }
  const over = (event: DragEvent) => {
    if (isPicked && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
  }
  return (
    // Dragging is the quick way; the arrow keys and the list of picks do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      className="pick"
      data-picked={isPicked || undefined}
      draggable={isPicked}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, thing.id)}
      onDragOver={over}
      onDrop={(event) => {
        event.preventDefault()
        onDropped(event.dataTransfer.getData(DRAGGED))
      }}
    >
      <input
        type="checkbox"
        className="sr-only"
        checked={isPicked}
        aria-label={isPicked ? texts.rank(name, rank, most) : texts.pick(name)}
        onChange={onToggle}
        onKeyDown={press}
      />
      {isPicked ? (
        <>
          <Check size={16} aria-hidden />
          <span className="tnum" aria-hidden>
            {rank}
          </span>
        </>
      ) : (
        <span className="pick-box" aria-hidden />
      )}
    </label>
  )
}
