import './decide.css'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { ProofRoom, ProofThing } from '@plinth/contract/proofing/rooms.ts'
import { FileStrip, type FileStripProps } from '../room/file-strip.tsx'
import { usePicks } from './decide-api.ts'
import { decideTexts, inWords } from './decide-texts.ts'
import { VerdictBadge } from './file-verdict.tsx'
import { moved, placedAt, toggled } from './pick-rules.ts'

const OrderDialog = lazy(async () => ({
  default: (await import('./order-dialog.tsx')).OrderDialog,
}))

const texts = decideTexts.picks
const nameOf = ({ versions }: ProofThing) => versions[0]?.fileName ?? ''

/** The strip of files with the picks, and with what was decided. */
export function PickedStrip({ room, files }: { room: ProofRoom; files: FileStripProps }) {
  const change = usePicks(room)
  const [said, setSaid] = useState('')
  const { most, thingIds } = room.picks
  const canPick = room.rights.includes('pick')

  const toggle = (thing: ProofThing) => {
    const isFull = most !== null && thingIds.length >= most && !thingIds.includes(thing.id)
    setSaid(isFull ? texts.full(most) : '')
    if (!isFull) change((picks) => toggled(picks, thing.id))
  }
  const move = (thing: ProofThing, by: number) => {
    const rank = moved(thingIds, thing.id, by).indexOf(thing.id) + 1
    setSaid(texts.moved(nameOf(thing), rank))
    change((picks) => moved(picks, thing.id, by))
  }
  const lead =
    most === null ? undefined : (
      <PicksLead room={room} most={most} said={said} onMove={canPick ? move : null} />
    )
  const foot = (thing: ProofThing) => {
    const rank = thingIds.indexOf(thing.id) + 1
    return (
      <div className="pick-foot">
        {most === null ? null : canPick ? (
          <PickBox
            thing={thing}
            rank={rank}
            most={most}
            onToggle={() => toggle(thing)}
            onMove={(by) => move(thing, by)}
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
  return <FileStrip {...files} lead={lead} foot={foot} />
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
          ? texts.chosen(count, (room.client ?? room.creator).firstName)
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
