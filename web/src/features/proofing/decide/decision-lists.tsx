import './decide.css'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { isOpen } from '../marks/mark-rules.ts'
import { decideTexts } from './decide-texts.ts'

interface ListProps {
  room: ProofRoom
  marks: readonly ProofMark[]
}

/** What exactly is approved: the files in their versions, what stays open, and the picks. */
export function ApprovalList({ room, marks }: ListProps) {
  const texts = decideTexts.approving
  const newest = Math.max(...room.deliveries.map(({ number }) => number))
  const files = room.things.flatMap(({ versions }) =>
    versions.filter(({ delivery }) => delivery === newest),
  )
  const open = marks.filter(isOpen).length
  return (
    <div className="decide-list">
      <h3>{texts.files(files.length)}</h3>
      <ul>
        {files.map(({ id, fileName, number }) => (
          <li key={id}>{texts.version(fileName, number)}</li>
        ))}
      </ul>
      {open === 0 ? null : <p>{texts.open(open)}</p>}
      <Picked room={room} />
    </div>
  )
}

function Picked({ room: { picks, things } }: { room: ProofRoom }) {
  const texts = decideTexts.approving
  const { most, thingIds } = picks
  if (most === null) return null
  if (thingIds.length === 0) return <p>{texts.noPicks(most)}</p>
  const left = Math.min(most, things.length) - thingIds.length
  return (
    <>
      <h3>{texts.picks(thingIds.length, most)}</h3>
      <ol>
        {thingIds.map((id) => (
          <li key={id}>{things.find((one) => one.id === id)?.versions[0]?.fileName}</li>
        ))}
      </ol>
      {left > 0 ? <p>{texts.fewer(left)}</p> : null}
    </>
  )
}

/** The open comments, which are what has to change. */
export function ChangeList({ room, marks }: ListProps) {
  const texts = decideTexts.changing
  const files = new Map(
    room.things.flatMap(({ versions }) => versions.map((one) => [one.id, one.fileName] as const)),
  )
  const open = marks.filter(isOpen)
  return (
    <div className="decide-list">
      <h3>{texts.heading(open.length)}</h3>
      <ol className="decide-changes">
        {open.map(({ id, number, text, versionId }) => (
          <li key={id}>
            <span className="decide-number tnum" aria-hidden>
              {number}
            </span>
            <span className="min-w-0 wrap-anywhere">
              {text} <small>{texts.on(files.get(versionId) ?? '')}</small>
            </span>
          </li>
        ))}
      </ol>
      <p>{texts.stays}</p>
    </div>
  )
}
