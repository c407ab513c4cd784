import { MAX_TAG_COUNT } from '@plinth/contract/limits.ts'
import type { TagView } from '@plinth/contract/posts/tags.ts'
import { count, counted } from '../../../lib/format/format.ts'

/** `9 works`, `1,000+ works`: a count that reached its maximum means that many or more. */
const upTo = (value: number, one: string) =>
  value < MAX_TAG_COUNT ? counted(value, one) : `${count(MAX_TAG_COUNT)}+ ${one}s`

/** `9 works and 4 posts by 6 creators`; what there is none of goes unsaid. */
export function tagLine({ workCount, postCount, creatorCount }: TagView): string {
  const carried = [
    ...(workCount > 0 ? [upTo(workCount, 'work')] : []),
    ...(postCount > 0 ? [upTo(postCount, 'post')] : []),
  ].join(' and ')
  return creatorCount === null || creatorCount === 0
    ? carried
    : `${carried} by ${counted(creatorCount, 'creator')}`
}
