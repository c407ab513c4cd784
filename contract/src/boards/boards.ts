import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Object as ObjectOf,
  Optional,
  String as Text,
  Union,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import {
  Count,
  Id,
  Paging,
  Time,
  entity,
  exact,
  filledText,
  idParams,
  nullable,
  paged,
} from '../http/scalars.ts'
import {
  MAX_ALT_LENGTH,
  MAX_BOARD_DESCRIPTION,
  MAX_BOARD_NOTE,
  MAX_BOARD_TITLE,
  MAX_SEARCH_LENGTH,
} from '../limits.ts'
import { Picture } from '../media/media.ts'
import { Creator } from '../people/users.ts'
import { PortfolioItem } from '../portfolios/portfolios.ts'
import { Post } from '../posts/posts.ts'

/**
 * `private`: only the people of the board. `link`: anybody who has its address; nothing leads there. `public`: everybody,
 * on its owner's profile and in search engines.
 */
export const BOARD_VISIBILITIES = ['private', 'link', 'public'] as const
export type BoardVisibility = (typeof BOARD_VISIBILITIES)[number]

/** What somebody may do on a board that is shared with them. Its owner may do everything. */
const BOARD_ROLES = ['view', 'edit'] as const
export type BoardRole = (typeof BOARD_ROLES)[number]

const boardFields = {
  id: Id,
  title: Text(),
  description: Text(),
  visibility: Enum([...BOARD_VISIBILITIES]),
  owner: Creator,
  /** Staff took it down: it is private until that is undone. False for whoever isn't one of its people. */
  isTakenDown: Flag(),
  /** Null for whoever isn't one of its people. */
  role: nullable(Enum(['owner', ...BOARD_ROLES])),
  /** Things on it, with those that are gone meanwhile. */
  itemCount: Count,
  noteCount: Count,
  /** Things that are there to say what is not wanted. */
  againstCount: Count,
  /** How many people there are besides the owner. */
  peopleCount: Count,
  createdAt: Time,
  changedAt: Time,
}

/** A board among others. */
export const Board = entity('Board', {
  ...boardFields,
  /** The pictures of the first four things that the viewer may see, without sensitive ones. */
  covers: ListOf(Picture, { maxItems: 4 }),
  /** The owner, and for its people the first it was shared with. Suspended people are left out. */
  people: ListOf(Creator, { maxItems: 3 }),
  /** The id of the thing on it that the query named, if it is there; null otherwise. */
  itemId: nullable(Id),
})
export type Board = Static<typeof Board>

const BoardPerson = exact({ person: Creator, role: Enum([...BOARD_ROLES]) })
export type BoardPerson = Static<typeof BoardPerson>

/** A board by itself. */
export const BoardView = entity('BoardView', {
  ...boardFields,
  /** Everybody it is shared with, the longest there first; none for whoever isn't one of its people. */
  people: ListOf(BoardPerson),
})
export type BoardView = Static<typeof BoardView>

/** A picture that somebody uploaded to a board. Its addresses open it for some minutes. */
export const BoardPicture = entity('BoardPicture', {
  /** Until it is ready, and if it could not be made ready, only who uploaded it gets it. */
  picture: Picture,
  /** Who uploaded it. */
  by: Creator,
})
export type BoardPicture = Static<typeof BoardPicture>

/** A thing on a board. It shows a work, a post, a picture, or none of them once that is gone or hidden from the viewer. */
export const BoardItem = entity('BoardItem', {
  id: Id,
  work: nullable(PortfolioItem),
  post: nullable(Post),
  picture: nullable(BoardPicture),
  note: Text(),
  /** It is there to say what is not wanted. */
  isAgainst: Flag(),
  /** Who wrote the note last; null without a note, or while their account is suspended or deleted. */
  notedBy: nullable(Creator),
  notedAt: nullable(Time),
  addedAt: Time,
})
export type BoardItem = Static<typeof BoardItem>

const BOARD_SHOWS = ['all', 'own', 'shared'] as const
export const BOARD_ITEM_SHOWS = ['all', 'noted', 'against'] as const
export type BoardItemShow = (typeof BOARD_ITEM_SHOWS)[number]

const params = ObjectOf(idParams)
const itemParams = ObjectOf({ ...idParams, itemId: Id })
const personParams = ObjectOf({ ...idParams, userId: Id })

/** A work or a post; exactly one of the two. */
const thing = { workId: Optional(Id), postId: Optional(Id) }

const Note = Optional(Text({ maxLength: MAX_BOARD_NOTE }))

const BoardBody = {
  title: filledText(MAX_BOARD_TITLE, { title: 'The title' }),
  description: Optional(Text({ maxLength: MAX_BOARD_DESCRIPTION })),
  visibility: Optional(Enum([...BOARD_VISIBILITIES])),
}

export const listBoards = defineEndpoint({
  method: 'GET',
  path: '/api/boards',
  access: 'member',
  summary:
    'The caller’s own boards and those shared with them, the last changed first. With a work or a post: those they can add it to, each with whether it is there.',
  query: paged({
    show: Optional(Enum([...BOARD_SHOWS])),
    search: Optional(Text({ maxLength: MAX_SEARCH_LENGTH })),
    ...thing,
  }),
  response: ListOf(Board),
})

export const listUserBoards = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/boards',
  access: 'public',
  summary: 'Somebody’s public boards, the last changed first.',
  params,
  query: Paging,
  response: ListOf(Board),
  errors: ['not_found'],
})

export const countBoards = defineEndpoint({
  method: 'GET',
  path: '/api/boards/counts',
  access: 'member',
  summary:
    'How many boards the caller has, how many are shared with them, and how much they have saved.',
  response: exact({ own: Count, shared: Count, savedWorks: Count, savedPosts: Count }),
})

export const createBoard = defineEndpoint({
  method: 'POST',
  path: '/api/boards',
  access: 'member',
  idempotent: true,
  summary: 'Make a board, with a first work or post on it if one is named.',
  body: exact({ ...BoardBody, ...thing }),
  status: 201,
  response: Board,
  errors: ['not_found'],
})

export const getBoard = defineEndpoint({
  method: 'GET',
  path: '/api/boards/:id',
  access: 'public',
  summary: 'A board, for its people, and for anybody if it is open by link or public.',
  params,
  response: BoardView,
  errors: ['not_found'],
})

export const updateBoard = defineEndpoint({
  method: 'PATCH',
  path: '/api/boards/:id',
  access: 'member',
  summary:
    "Change one of the caller's own boards. One that was taken down stays private, and so do those of an account with many strikes.",
  params,
  body: exact({ ...BoardBody, title: Optional(BoardBody.title) }),
  response: BoardView,
  errors: ['not_found', 'conflict'],
})

export const deleteBoard = defineEndpoint({
  method: 'DELETE',
  path: '/api/boards/:id',
  access: 'member',
  summary:
    "Delete one of the caller's own boards with its notes and the pictures that were uploaded to it. Works and posts on it stay where they are.",
  params,
  errors: ['not_found'],
})

export const listBoardItems = defineEndpoint({
  method: 'GET',
  path: '/api/boards/:id/items',
  access: 'public',
  summary: 'What is on a board, in its order.',
  params,
  query: paged({ show: Optional(Enum([...BOARD_ITEM_SHOWS])) }),
  response: ListOf(BoardItem),
  errors: ['not_found'],
})

export const addToBoard = defineEndpoint({
  method: 'POST',
  path: '/api/boards/:id/items',
  access: 'member',
  summary:
    'Put a work, a post or an uploaded picture on a board, at its end. If it is there already, it stays where it is, and a note replaces the one it has. A picture is on one board only.',
  params,
  body: Union([
    exact({ workId: Id, note: Note }),
    exact({ postId: Id, note: Note }),
    /** A picture that the caller uploaded, or one that was taken off this board within the last hour. */
    exact({ mediaId: Id, note: Note }),
  ]),
  response: exact({ itemId: Id, itemCount: Count }),
  errors: ['not_found', 'conflict'],
})

export const changeBoardItem = defineEndpoint({
  method: 'PATCH',
  path: '/api/boards/:id/items/:itemId',
  access: 'member',
  summary:
    'Write a note to something on a board, say that it is not wanted, or move it. Describe a picture that the caller uploaded.',
  params: itemParams,
  body: exact({
    note: Note,
    isAgainst: Optional(Flag()),
    /** What an own picture shows, for people who cannot see it. */
    alt: Optional(Text({ maxLength: MAX_ALT_LENGTH })),
    /** Move it behind this one; to the front with null. */
    after: Optional(nullable(Id)),
  }),
  errors: ['not_found'],
})

export const removeFromBoard = defineEndpoint({
  method: 'DELETE',
  path: '/api/boards/:id/items/:itemId',
  access: 'member',
  summary:
    'Take something off a board, with its note. The file of an uploaded picture is deleted an hour later.',
  params: itemParams,
  errors: ['not_found'],
})

/** A board as a PDF with credits. It returns a file, so it is not an endpoint of the contract. */
export const contactSheetUrl = (boardId: string): string =>
  `/api/boards/${boardId}/contact-sheet.pdf`

export const putBoardPerson = defineEndpoint({
  method: 'PUT',
  path: '/api/boards/:id/people/:userId',
  access: 'member',
  summary: "Add somebody to one of the caller's own boards, or change what they may do there.",
  params: personParams,
  body: exact({ role: Enum([...BOARD_ROLES]) }),
  errors: ['not_found', 'conflict'],
})

export const removeBoardPerson = defineEndpoint({
  method: 'DELETE',
  path: '/api/boards/:id/people/:userId',
  access: 'member',
  summary: 'Take somebody off a board: its owner anybody, and everybody themselves.',
  params: personParams,
  errors: ['not_found'],
})
