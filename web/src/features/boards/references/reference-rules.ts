import type { BoardItem } from '@plinth/contract/boards/boards.ts'
import type { BriefReference } from '@plinth/contract/boards/briefs.ts'

export const isThere = ({ work, post, picture }: BoardItem): boolean =>
  work !== null || post !== null || picture?.picture.state === 'ready'

/** A hire shows works and posts. Pictures go with it as files. */
export const isShown = ({ work, post }: BoardItem): boolean => work !== null || post !== null

/** Something on a board as a brief or a hire shows it; null when it is gone. */
export function referenceOf(item: BoardItem, sendsNotes: boolean): BriefReference | null {
  const { work, post, picture: uploaded, isAgainst } = item
  const note = sendsNotes ? item.note : ''
  if (work !== null) {
    const { id, title, creator, picture } = work
    return { kind: 'work', id, title, maker: creator, picture, note, isAgainst }
  }
  if (uploaded !== null) {
    const { picture, by } = uploaded
    const { id, alt: title } = picture
    return { kind: 'picture', id, title, maker: by, picture, note, isAgainst }
  }
  if (post === null) return null
  const { id, title, creator, media } = post
  const picture = media[0]?.picture ?? null
  return { kind: 'post', id, title, maker: creator, picture, note, isAgainst }
}
