import type { CSSProperties } from 'react'
import type { Creator } from '@plinth/contract/users.ts'
import { fromPrice, fullName } from '../../lib/format.ts'
import { pictureSources } from '../../lib/picture-sources.ts'
import { ratioOf } from '../../lib/wall-order.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Ledge } from '../../ui/ledge.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { AboutWork } from './compose-person.ts'

/** The work on its ledge, what it is, and whose: what an inquiry is about. */
export const AboutHead = ({ about, person }: { about: AboutWork; person: Creator }) => (
  <div className="compose-about">
    <div className="compose-standing">
      <Picture
        picture={pictureSources(about.picture)}
        alt=""
        sizes="240px"
        priority
        className="compose-work"
        style={{ '--ar': ratioOf(about.picture) } as CSSProperties}
      />
      <Ledge glow={24} />
    </div>
    <div className="min-w-0 flex-1">
      <p className="work-title line-clamp-2 text-20 text-ink">{about.title}</p>
      <p className="text-14 text-ink-3">
        {about.category},{' '}
        <span className="tnum font-semibold text-ink">{fromPrice(about.startingPrice)}</span>
      </p>
    </div>
    <PersonFace person={person} />
  </div>
)

/** Whom a message goes to, where it is about no work. */
export const PersonHead = ({ person }: { person: Creator }) => (
  <div className="flex items-center gap-3">
    <PersonFace person={person} />
    <p className="min-w-0">
      <span className="block truncate text-16 font-semibold text-ink">{fullName(person)}</span>
      {person.location === null ? null : (
        <span className="block truncate text-14 text-ink-3">{person.location}</span>
      )}
    </p>
  </div>
)

const PersonFace = ({ person }: { person: Creator }) => (
  <Avatar
    name={fullName(person)}
    src={person.profileImageUrl}
    creator={person.isCreator}
    size={44}
  />
)
