import './reference-ledge.css'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { ratioOf } from '../../lib/media/wall.ts'
import { Picture } from '../media/picture.tsx'

interface Reference {
  kind: 'work' | 'post'
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
}

/** The works and posts that a brief shows, on one line. */
export const ReferenceLedge = ({ label, references, isLinked = false }: ReferenceLedgeProps) => (
  <ul className="reference-ledge" aria-label={label}>
    {references.map((one) => (
      <li key={one.id} style={{ '--ar': one.picture ? ratioOf(one.picture) : 1 } as CSSProperties}>
        <Shown one={one} isLinked={isLinked} />
      </li>
    ))}
  </ul>
)

function Shown({ one, isLinked }: { one: Reference; isLinked: boolean }) {
  const { kind, id, title, maker, picture } = one
  const image =
    picture === null ? (
      <span className="reference-words" aria-hidden>
        {title}
      </span>
    ) : (
      <Picture picture={pictureSources(picture)} sizes="160px" alt="" />
    )
  const name = <span className="sr-only">{`${title}, ${fullName(maker)}`}</span>
  if (!isLinked) {
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
