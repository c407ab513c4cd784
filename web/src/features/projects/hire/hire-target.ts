import type { Picture } from '@plinth/contract/media/media.ts'
import type { Rating } from '@plinth/contract/projects/rating.ts'
import type { Creator } from '@plinth/contract/people/users.ts'

export interface HiredWork {
  id: string
  title: string
  category: string
  /** In dollars: what the deposit is half of. */
  startingPrice: number
  picture: Picture
  /** Of its creator. */
  rating: Rating | null
}

/** What somebody is hired for, as far as that is known yet. */
export type HireTarget =
  | { state: 'ready'; work: HiredWork; creator: Creator }
  | { state: 'loading' }
  | { state: 'gone' }
  /** Nobody hires themself. */
  | { state: 'self' }
  /** Without a price that a card can pay. */
  | { state: 'on-inquiry'; workId: string; creator: Creator }
  | { state: 'failed'; sentence: string; isRetrying: boolean; retry: () => void }
