import {
  addToBoard,
  changeBoardItem,
  countBoards,
  createBoard,
  deleteBoard as deleteBoardCall,
  getBoard,
  listBoardItems,
  listBoards,
  listUserBoards,
  putBoardPerson,
  removeBoardPerson,
  removeFromBoard,
  updateBoard as updateBoardCall,
} from '@plinth/contract/boards/boards.ts'
import {
  MAX_BOARDS,
  MAX_BOARD_ITEMS,
  MAX_BOARD_PEOPLE,
  MAX_BOARD_PICTURES,
} from '@plinth/contract/limits.ts'
import type { BoardVisibility } from '@plinth/contract/boards/boards.ts'
import { STRIKES_FOR_LOWEST } from '@plinth/contract/people/levels.ts'
import { countAddedLinks } from '../../core/limits/daily-queries.ts'
import type { Context } from '../../deps.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, invalidField, notFound, orNotFound } from '../../http/errors.ts'
import { findBoardItems } from './board-item-queries.ts'
import {
  findUserBoards,
  findWords,
  isStruck,
  tellMakers,
  untellMakers,
} from './board-public-queries.ts'
import { describePicture, insertPicture } from './board-picture-queries.ts'
import { countsOf, findBoard, findBoards, findListed } from './board-queries.ts'
import type { Showables } from './board-sql.ts'
import {
  changeItem,
  deleteBoard,
  deleteItem,
  deletePerson,
  insertBoard,
  insertItem,
  lockBoard,
  lockToEdit,
  moveItem,
  putPerson,
  updateBoard,
} from './board-write-queries.ts'

const isFull = () =>
  new AppError(
    'conflict',
    `A board holds ${MAX_BOARD_ITEMS.toLocaleString('en')} works, posts and pictures. This one is full.`,
  )

const hasMostPictures = () =>
  new AppError(
    'conflict',
    `A board holds ${MAX_BOARD_PICTURES} uploaded pictures. This one has that many.`,
  )

/** A board that everybody can find needs an owner whom we have not had to stop often. */
async function refuseStruck(trx: Database, userId: string): Promise<void> {
  if (await isStruck(trx, userId))
    throw new AppError(
      'conflict',
      `You have ${STRIKES_FOR_LOWEST} or more strikes, so you can’t make a board public for now.`,
    )
}

interface Named {
  workId?: string | undefined
  postId?: string | undefined
}

/** The one thing that a body names. Throws a 400 if it names none or two. */
function thingOf(named: Named): { workId: string | null; postId: string | null } {
  const { workId = null, postId = null } = named
  if ((workId === null) === (postId === null))
    throw invalidField('workId', 'Name either a work or a post.')
  return { workId, postId }
}

/** `showables` are what can be put on boards, and how it is shown. */
export function registerBoards(
  { mount, deps }: Pick<Context, 'mount' | 'deps'>,
  showables: Showables,
): void {
  const { db, env } = deps

  mount(listBoards, ({ query, viewer }) => findBoards(db, viewer.id, query, showables))
  mount.hot(listUserBoards, ({ params: { id }, query, who }) =>
    findUserBoards(db, who, id, query, showables),
  )
  mount(countBoards, ({ viewer }) => countsOf(db, viewer.id))

  mount(createBoard, async ({ body, viewer }) => {
    const { workId, postId, title, description = '', visibility = 'private' } = body
    const named = workId === undefined && postId === undefined ? null : thingOf(body)
    const boardId = await db.transaction().execute(async (trx) => {
      if (visibility === 'public') await refuseStruck(trx, viewer.id)
      const id = await insertBoard(trx, viewer.id, { title, description, visibility })
      if (id === null)
        throw new AppError(
          'conflict',
          `You already have ${MAX_BOARDS} boards, which is the most anybody can have.`,
        )
      if (named !== null) await add(trx, { boardId: id, userId: viewer.id, ...named, note: null })
      if (visibility === 'public') {
        const after = `${title}\n${description}`
        await countAddedLinks(trx, env, { userId: viewer.id, before: '', after })
      }
      return id
    })
    const board = { boardId, workId, postId }
    return orNotFound(await findListed(db, viewer.id, board, showables))
  })

  mount(getBoard, async ({ params: { id }, viewer }) =>
    orNotFound(await findBoard(db, viewer?.id ?? null, id)),
  )
  mount(updateBoardCall, async ({ params: { id }, body, viewer }) => {
    await db.transaction().execute(async (trx) => {
      const board = await lockBoard(trx, id, viewer.id)
      if (board?.role !== 'owner') throw notFound()
      const visibility = body.visibility ?? board.visibility
      const isPublic = visibility === 'public' && !board.isTakenDown
      await allowVisibility(trx, board, visibility)
      const before = board.isPublic ? await findWords(trx, id) : ''
      if (board.isPublic && !isPublic) await untellMakers(trx, { boardId: id })
      await updateBoard(trx, board, body)
      if (!isPublic) return
      if (!board.isPublic) await tellMakers(trx, { boardId: id })
      const after = await findWords(trx, id)
      await countAddedLinks(trx, env, { userId: viewer.id, before, after })
    })
    return orNotFound(await findBoard(db, viewer.id, id))
  })
  mount(deleteBoardCall, async ({ params: { id }, viewer }) => {
    await db.transaction().execute(async (trx) => {
      const board = await lockBoard(trx, id, viewer.id)
      if (board?.role !== 'owner') throw notFound()
      if (board.isPublic) await untellMakers(trx, { boardId: id })
      await deleteBoard(trx, board)
    })
    return null
  })

  mount.hot(listBoardItems, ({ params: { id }, query, who }) =>
    findBoardItems(db, who, id, query, showables),
  )

  /** Refuses to open a board that was taken down, and to make one public for somebody with many strikes. */
  const allowVisibility = async (
    trx: Database,
    board: { ownerId: string; visibility: BoardVisibility; isTakenDown: boolean },
    wanted: BoardVisibility,
  ) => {
    if (wanted === board.visibility || wanted === 'private') return
    if (board.isTakenDown)
      throw new AppError(
        'conflict',
        'We took this board down, so only its people can see it. You can appeal under Taken down.',
      )
    if (wanted === 'public') await refuseStruck(trx, board.ownerId)
  }

  /** Puts something on a board that this person may edit. */
  const add = async (
    trx: Database,
    { boardId, ...added }: Parameters<typeof insertItem>[2] & { boardId: string },
  ) => {
    const board = orNotFound(await lockToEdit(trx, boardId, added.userId))
    const before = board.isPublic ? await findWords(trx, boardId) : ''
    const result = await insertItem(trx, board, added, showables)
    if (result === 'gone') throw notFound()
    if (result === 'full') throw isFull()
    if (board.isPublic) {
      await tellMakers(trx, { boardId, itemId: result.itemId })
      const after = added.note ?? ''
      await countAddedLinks(trx, env, { userId: added.userId, before, after })
    }
    return result
  }
  mount(addToBoard, ({ params: { id }, body: { note = null, ...named }, viewer }) =>
    db.transaction().execute(async (trx) => {
      const userId = viewer.id
      return 'mediaId' in named
        ? addPicture(trx, { boardId: id, userId, mediaId: named.mediaId, note })
        : add(trx, { boardId: id, userId, ...thingOf(named), note })
    }),
  )

  mount(changeBoardItem, async ({ params: { id, itemId }, body, viewer }) => {
    const { note, isAgainst, alt, after } = body
    await db.transaction().execute(async (trx) => {
      const board = orNotFound(await lockToEdit(trx, id, viewer.id))
      const before = board.isPublic ? await findWords(trx, id) : ''
      const isThere = await changeItem(trx, board, { itemId, userId: viewer.id, note, isAgainst })
      if (!isThere) throw notFound()
      if (
        alt !== undefined &&
        !(await describePicture(trx, board, { itemId, userId: viewer.id, alt }))
      )
        throw notFound()
      if (after !== undefined && !(await moveItem(trx, board, { itemId, after }))) throw notFound()
      if (note !== undefined && board.isPublic)
        await countAddedLinks(trx, env, { userId: viewer.id, before, after: note })
    })
    return null
  })
  mount(removeFromBoard, async ({ params: { id, itemId }, viewer }) => {
    await db.transaction().execute(async (trx) => {
      const board = orNotFound(await lockToEdit(trx, id, viewer.id))
      if (board.isPublic) await untellMakers(trx, { boardId: id, itemId })
      if (!(await deleteItem(trx, board, itemId))) throw notFound()
    })
    return null
  })

  mount(putBoardPerson, async ({ params: { id, userId }, body: { role }, viewer }) => {
    await db.transaction().execute(async (trx) => {
      const board = await lockBoard(trx, id, viewer.id)
      if (board?.role !== 'owner') throw notFound()
      const result = await putPerson(trx, board, { userId, role })
      if (result === 'gone') throw notFound()
      if (result === 'full')
        throw new AppError('conflict', `You can add up to ${MAX_BOARD_PEOPLE} people to a board.`)
      if (result === 'busy')
        throw new AppError(
          'conflict',
          `They are already on ${MAX_BOARDS} boards, which is the most anybody can be on.`,
        )
    })
    return null
  })
  mount(removeBoardPerson, async ({ params: { id, userId }, viewer }) => {
    await db.transaction().execute(async (trx) => {
      const board = await lockBoard(trx, id, viewer.id)
      const isOwn = userId.toLowerCase() === viewer.id
      if (board === undefined || (board.role !== 'owner' && !isOwn)) throw notFound()
      if (!(await deletePerson(trx, board, userId))) throw notFound()
    })
    return null
  })
}

/** Puts an uploaded picture on a board that this person may edit. */
async function addPicture(
  trx: Database,
  { boardId, ...added }: Parameters<typeof insertPicture>[2] & { boardId: string },
) {
  const board = orNotFound(await lockToEdit(trx, boardId, added.userId))
  const result = await insertPicture(trx, board, added)
  if (result === 'gone') throw notFound()
  if (result === 'kind') throw invalidField('mediaId', 'Only pictures can be uploaded to a board.')
  if (result === 'full') throw isFull()
  if (result === 'most') throw hasMostPictures()
  if (result === 'elsewhere')
    throw new AppError(
      'conflict',
      'This picture is on another board. Upload it again for this one.',
    )
  return result
}
