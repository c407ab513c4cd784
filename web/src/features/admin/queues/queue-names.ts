import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName } from '../../../lib/format/format.ts'
import { queueTexts as texts } from './queue-texts.ts'

export const nameOf = (person: Creator | null): string =>
  person === null ? texts.deleted : fullName(person)

/** Opens a letter to an address that somebody else typed: nothing of it becomes a header. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}`
