import './reference-ledge.css'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { ratioOf } from '../../lib/media/wall.ts'
import { Picture } from '../media/picture.tsx'

interface Reference {
  kind: 'work' | 'post' | 'picture'
  id: string
  title: string
  maker: { firstName: string; lastName: string }
  picture: Parameters<typeof pictureSources>[0] | null
}

interface ReferenceLedgeProps {
  /** What the list is called. */
  label: string
  references: readonly Reference[]
  /** Whether each leads to its page. */
  isLinked?: boolean
  /** Opens an uploaded picture, which has no page. */
  onOpen?: (id: string) => void
}

const texts = {
  picture: 'Uploaded picture',
  uploadedBy: (name: string) => `uploaded by ${name}`,
  open: (name: string) => `Open ${name}`,
} as const

/** The works, posts and pictures that a brief shows, on one line. */
export const ReferenceLedge = ({
  label,
  references,
  isLinked = false,
  onOpen,
}: ReferenceLedgeProps) => (
  <ul className="reference-ledge" aria-label={label}>
    {references.map((one) => (
      <li key={one.id} style={{ '--ar': one.picture ? ratioOf(one.picture) : 1 } as CSSProperties}>
        <Shown one={one} isLinked={isLinked} onOpen={onOpen} />
      </li>
    ))}
  </ul>
)

interface ShownProps {
  one: Reference
  isLinked: boolean
  onOpen: ReferenceLedgeProps['onOpen']
}

function Shown({ one, isLinked, onOpen }: ShownProps) {
  const { kind, id, title, maker, picture } = one
  const image =
    picture === null ? (
      <span className="reference-words" aria-hidden>
        {title}
      </span>
    ) : (
      <Picture picture={pictureSources(picture)} sizes="160px" alt="" />
    )
  const words =
    kind === 'picture'
      ? `${title === '' ? texts.picture : title}, ${texts.uploadedBy(fullName(maker))}`
      : `${title}, ${fullName(maker)}`
  const name = <span className="sr-only">{words}</span>
  if (kind === 'picture' && isLinked && onOpen !== undefined) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={texts.open(words)}
        onClick={() => onOpen(id)}
      >
        {image}
      </button>
    )
  }
  if (!isLinked || kind === 'picture') {
    return (
      <>
        {image}
        {name}
      </>
    )
  }
  return kind === 'work' ? (
    <Link to="/portfolio/$id" params={{ id }}>
      {image}
      {name}
    </Link>
  ) : (
    <Link to="/post/$id" params={{ id }}>
      {image}
      {name}
    </Link>
  )
}
