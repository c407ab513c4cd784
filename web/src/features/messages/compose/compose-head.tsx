import type { Picture } from '@plinth/contract/media/media.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fromPrice, fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { WorkHead } from '../../../ui/wall/work-head.tsx'

const PICTURE_SPACE = { width: 240, high: 'clamp(72px, 100dvh - 810px, 150px)' }

/** The work that an inquiry is about, on its ledge, with its creator. */
export const AboutHead = ({ about, person }: { about: AboutWork; person: Creator }) => (
  <WorkHead
    title={about.title}
    picture={pictureSources(about.picture)}
    ratio={ratioOf(about.picture)}
    maxSize={PICTURE_SPACE}
    face={<PersonFace person={person} />}
  >
    <p className="text-14 text-ink-3">
      {about.category},{' '}
      <span className="tnum font-semibold text-ink">{fromPrice(about.startingPrice)}</span>
    </p>
  </WorkHead>
)

/** The receiver of a message that is about no work. */
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

const PersonFace = ({ person }: { person: Creator }) => <Avatar {...faceOf(person)} size={44} />

/** The work that an inquiry is about. */
export interface AboutWork {
  id: string
  title: string
  category: string
  /** In dollars; null when the price is on inquiry. */
  startingPrice: number | null
  picture: Picture
}

/** The receiver of a message, and whether they have loaded. */
export type Addressee =
  | { state: 'ready'; person: Creator; about: AboutWork | null }
  | { state: 'loading' }
  | { state: 'gone' }
  /** The viewer's own account, which can't be written to. */
  | { state: 'self' }
  | { state: 'failed'; sentence: string; isRetrying: boolean; retry: () => void }
