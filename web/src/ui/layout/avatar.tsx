import { clsx } from 'clsx'
import { fullName } from '../../lib/format/format.ts'

interface AvatarProps {
  name: string
  src: string | null
  creator: boolean
  size?: number
  alone?: boolean
  silent?: boolean
  className?: string
}

/**
 * A person's picture. Creators are square on an accent ledge; everyone else is round. Set `alone` where the name isn't
 * shown beside it; without it a screen reader reads only "Creator". Set `silent` where a badge says it too, or where
 * no name follows.
 */
export function Avatar({
  name,
  src,
  creator,
  size = 44,
  alone = false,
  silent = false,
  className,
}: AvatarProps) {
  const face = clsx('object-cover', creator ? 'rounded-badge' : 'rounded-round')
  const square = { width: size, height: size }
  // On profiles the ledge is thick and sticks out on both sides.
  const isLarge = size >= 80
  const edge = size >= 96 ? 6 : isLarge ? 4 : size >= 32 ? 3 : 2
  const overhang = size >= 160 ? 10 : isLarge ? 6 : 3
  return (
    <span className={clsx('inline-block shrink-0 align-middle', className)} style={{ width: size }}>
      {src === null ? (
        <span
          aria-hidden
          className={clsx(face, 'display grid place-items-center bg-surface-3 text-ink')}
          style={{ ...square, fontSize: Math.round(size * 0.36) }}
        >
          {initials(name)}
        </span>
      ) : (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading={isLarge ? 'eager' : 'lazy'}
          decoding="async"
          className={clsx(face, 'block bg-surface-3')}
          style={square}
        />
      )}
      {creator && (
        <span
          aria-hidden
          className="block rounded-badge bg-accent"
          style={{ height: edge, marginInline: -overhang, marginTop: isLarge ? 6 : 3 }}
        />
      )}
      {(alone || creator) && !silent && (
        <span className="sr-only">{[alone ? name : '', creator ? 'Creator' : ''].join(' ')}</span>
      )}
    </span>
  )
}

interface Face {
  firstName: string
  lastName: string
  profileImageUrl: string | null
  isCreator: boolean
}

/** The props of a person's avatar. */
export const faceOf = (person: Face) => ({
  name: fullName(person),
  src: person.profileImageUrl,
  creator: person.isCreator,
})

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 1).toUpperCase())
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
