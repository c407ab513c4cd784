import './reference-ledge.css'
import { fullName } from '../../lib/format/format.ts'

const texts = {
  yours: 'yours',
  picture: 'Uploaded picture',
  uploadedBy: (name: string) => `uploaded by ${name}`,
  you: 'you',
  against: 'Not this',
} as const

interface Noted {
  kind: 'work' | 'post' | 'picture'
  id: string
  title: string
  maker: { id: string; firstName: string; lastName: string }
  note: string
  isAgainst: boolean
}

/** What was written beside works and posts, and which of them are not wanted; nothing without either. */
export function ReferenceNotes({
  references,
  viewerId,
}: {
  references: readonly Noted[]
  viewerId: string
}) {
  const said = references.filter(({ note, isAgainst }) => note !== '' || isAgainst)
  if (said.length === 0) return null
  return (
    <ul className="reference-notes">
      {said.map(({ kind, id, title, maker, note, isAgainst }) => (
        <li key={id} className="wrap-anywhere">
          {kind === 'picture' ? (
            <>
              {title === '' ? texts.picture : title}
              {`, ${texts.uploadedBy(maker.id === viewerId ? texts.you : fullName(maker))}`}
            </>
          ) : (
            <>
              <i className="work-title">{title}</i>
              {`, ${maker.id === viewerId ? texts.yours : fullName(maker)}`}
            </>
          )}
          {isAgainst ? `, ${texts.against}` : ''}
          {note === '' ? '' : `: “${note}”`}
        </li>
      ))}
    </ul>
  )
}
