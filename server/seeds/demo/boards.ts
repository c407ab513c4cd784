import { fixedId, type World } from '../world.ts'
import type { Calendar } from './calendar.ts'
import type { SeedBoard, SeedBoardItem, SeedBoardPerson } from './board-queries.ts'

interface SeedBoards {
  boards: SeedBoard[]
  people: SeedBoardPerson[]
  items: SeedBoardItem[]
}

/** The boards of the demo people, with what is on them and who takes part. */
export function makeBoards({ more }: World, calendar: Calendar): SeedBoards {
  const made: SeedBoards = { boards: [], people: [], items: [] }
  for (const { id, owner, people, items, at, ...words } of more.boards) {
    const boardId = fixedId('board', id)
    made.boards.push({
      ...words,
      id: boardId,
      ownerId: fixedId('person', owner),
      createdAt: calendar.at(at),
    })
    for (const { id: person, role } of people)
      made.people.push({ boardId, userId: fixedId('person', person), role })
    for (const [place, { work, post, note, isAgainst, by, at: addedAt }] of items.entries())
      made.items.push({
        id: fixedId('board item', `${id}/${place}`),
        boardId,
        workId: work === null ? null : fixedId('work', work),
        postId: post === null ? null : fixedId('post', post),
        place,
        note,
        isAgainst,
        addedBy: fixedId('person', by),
        addedAt: calendar.at(addedAt),
      })
  }
  return made
}
