import type { Picture } from '@plinth/contract/media/media.ts'
import type { Creator } from '@plinth/contract/people/users.ts'

/** The work that an inquiry is about. */
export interface AboutWork {
  id: string
  title: string
  category: string
  /** In dollars; null when it is made on inquiry. */
  startingPrice: number | null
  picture: Picture
}

/** Whom something is written to, as far as that is known yet. */
export type Addressee =
  | { state: 'ready'; person: Creator; about: AboutWork | null }
  | { state: 'loading' }
  | { state: 'gone' }
  /** One does not write to oneself. */
  | { state: 'self' }
  | { state: 'failed'; sentence: string; isRetrying: boolean; retry: () => void }
