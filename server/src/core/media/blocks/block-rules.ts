import { AppError } from '../../../http/errors.ts'

/** What an upload is the same as, or looks like. */
export interface Block {
  id: string
  ownerId: string | null
  isClaimed: boolean
  /** In how many of 256 bits the two looks differ; null for the very same file. */
  distance: number | null
}

/**
 * Whether an upload is refused at once: the very same file. What only looks like it is for staff to decide, and so is a
 * file claimed by a copyright notice that somebody else sends, who may be its holder.
 */
export const isRefused = ({ distance, isClaimed, ownerId }: Block, senderId: string): boolean =>
  distance === null && !(isClaimed && ownerId !== senderId)

export const blocked = (isOwn: boolean): AppError =>
  new AppError(
    'conflict',
    isOwn
      ? 'We took this file down, so it can’t be uploaded again. If that was wrong, appeal under Taken down; then it can.'
      : 'We took this very file down before, so it can’t be uploaded. If it’s yours, write to us and we’ll look at it.',
  )

const PARTS = 16
const PART_BITS = 16

/** The parts of a look as the block list has them, and each with one bit turned, because copies differ in some bits. */
export function searchMarks(look: string): number[] {
  const marks: number[] = []
  for (let part = 0; part < PARTS; part += 1) {
    const value = Number.parseInt(look.slice(part * 4, part * 4 + 4), 16)
    const first = part * 2 ** PART_BITS
    marks.push(first + value)
    for (let bit = 0; bit < PART_BITS; bit += 1) marks.push(first + (value ^ (1 << bit)))
  }
  return marks
}
