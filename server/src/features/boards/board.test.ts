import {
  type Board,
  addToBoard,
  changeBoardItem,
  countBoards,
  createBoard,
  deleteBoard,
  getBoard,
  listBoardItems,
  listBoards,
  putBoardPerson,
  removeBoardPerson,
  removeFromBoard,
  updateBoard,
} from '@plinth/contract/boards/boards.ts'
import { MAX_BOARDS, MAX_BOARD_PEOPLE } from '@plinth/contract/limits.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { idsOf, walkIds } from '../../../test/content/lists.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { testApp, type Person } from '../../../test/app.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let ada: Person
let ben: Person
let cleo: Person
let maker: Person
let work: string
let post: string

beforeEach(async () => {
  ;[ada, ben, cleo] = await Promise.all([t.person('Ada'), t.person('Ben'), t.person('Cleo')])
  maker = await t.person('Maker', { isCreator: true })
  work = await makeWork(t.deps, maker, { title: 'Moon Jar', priceCents: 46_000 })
  post = await makePost(t.deps, maker, { title: 'Glaze test' })
})

const make = async (as: Person, body: object = {}): Promise<string> => {
  const answer = await t.call(createBoard, { as, body: { title: 'A dining room', ...body } })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const view = (as: Person | undefined, id: string) => t.call(getBoard, { as, params: { id } })
const items = (as: Person | undefined, id: string, query: object = {}) =>
  t.call(listBoardItems, { as, params: { id }, query })
const add = (as: Person | undefined, id: string, body: object) =>
  t.call(addToBoard, { as, params: { id }, body })
const ask = (as: Person | undefined, id: string, who: Person, role = 'edit') =>
  t.call(putBoardPerson, { as, params: { id, userId: who.id }, body: { role } })

describe('a board', () => {
  it('is made, changed and deleted by its owner', async () => {
    const id = await make(ada, { description: 'Forty seats', workId: work })
    const made = await view(ada, id)
    expect(made.body).toMatchObject({
      title: 'A dining room',
      description: 'Forty seats',
      visibility: 'private',
      role: 'owner',
      itemCount: 1,
      people: [],
    })
    const changed = await t.call(updateBoard, {
      as: ada,
      params: { id },
      body: { title: 'The second dining room', visibility: 'link' },
    })
    expect(changed.body).toMatchObject({
      title: 'The second dining room',
      description: 'Forty seats',
      visibility: 'link',
    })
    expect((await t.call(deleteBoard, { as: ada, params: { id } })).status).toBe(204)
    expect((await view(ada, id)).status).toBe(404)
    expect((await t.call(deleteBoard, { as: ada, params: { id } })).status).toBe(404)
    expect((await t.request({ method: 'GET', url: `/api/portfolios/${work}` })).status).toBe(200)
  })

  it('is for nobody else unless it is open by link', async () => {
    const id = await make(ada, { workId: work })
    for (const as of [undefined, ben, maker]) {
      expect((await view(as, id)).status).toBe(404)
      expect((await items(as, id)).status).toBe(404)
    }
    await t.call(updateBoard, { as: ada, params: { id }, body: { visibility: 'link' } })
    await ask(ada, id, cleo)
    for (const as of [undefined, ben]) {
      expect((await view(as, id)).body).toMatchObject({ role: null, people: [], peopleCount: 1 })
      expect((await items(as, id)).body).toHaveLength(1)
    }
    await t.call(updateBoard, { as: ada, params: { id }, body: { visibility: 'private' } })
    expect((await view(undefined, id)).status).toBe(404)
    expect((await items(undefined, id)).status).toBe(404)
  })

  it('is changed by nobody but its people, also when it is open by link', async () => {
    const id = await make(ada, { visibility: 'link', workId: work })
    const [item = ''] = idsOf(await items(ada, id))
    const at = { params: { id } }
    const ofItem = { params: { id, itemId: item } }
    for (const [as, status] of [
      [undefined, 401],
      [ben, 404],
    ] as const) {
      const calls = [
        t.call(updateBoard, { as, ...at, body: { title: 'Mine' } }),
        t.call(deleteBoard, { as, ...at }),
        add(as, id, { postId: post }),
        t.call(changeBoardItem, { as, ...ofItem, body: { note: 'No' } }),
        t.call(removeFromBoard, { as, ...ofItem }),
        ask(as, id, ben),
        t.call(removeBoardPerson, { as, params: { id, userId: ada.id } }),
      ]
      for (const call of calls) expect((await call).status).toBe(status)
    }
    expect((await t.call(listBoards, {})).status).toBe(401)
    expect((await t.call(countBoards, {})).status).toBe(401)
    expect((await t.call(createBoard, { body: { title: 'A' } })).status).toBe(401)
    expect((await view(ada, id)).body).toMatchObject({ title: 'A dining room', itemCount: 1 })
  })

  it('says what is wrong with it', async () => {
    const id = await make(ada)
    const bad = [
      t.call(createBoard, { as: ada, body: { title: ' ' } }),
      t.call(createBoard, { as: ada, body: { title: 'x'.repeat(101) } }),
      t.call(createBoard, { as: ada, body: { title: 'A', visibility: 'everybody' } }),
      t.call(createBoard, { as: ada, body: { title: 'A', workId: work, postId: post } }),
      add(ada, id, {}),
      add(ada, id, { workId: work, postId: post }),
      add(ada, id, { workId: work, note: 'x'.repeat(501) }),
      items(ada, id, { cursor: 'nonsense' }),
    ]
    for (const answer of await Promise.all(bad)) expect(answer.status).toBe(400)
    expect((await add(ada, id, { workId: newId() })).status).toBe(404)
    expect(
      (await t.call(createBoard, { as: ada, body: { title: 'A', workId: newId() } })).status,
    ).toBe(404)
    expect((await t.call(listBoards, { as: ada })).body).toHaveLength(1)
  })

  it('is one of two hundred at most, also when two are made at once', async () => {
    await sql`insert into boards (id, owner_id, title)
      select gen_random_uuid(), ${ada.id}::uuid, 'Board ' || i from generate_series(1, ${MAX_BOARDS - 1}) i`.execute(
      t.deps.db,
    )
    const answers = await Promise.all(
      [1, 2, 3].map(() => t.call(createBoard, { as: ada, body: { title: 'One more' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('the list of boards', () => {
  it('has own and shared ones, the last changed first, with covers and people', async () => {
    const first = await make(ada, { title: 'First', workId: work })
    const second = await make(ben, { title: 'Second' })
    await ask(ben, second, ada, 'view')
    await ask(ben, second, cleo)
    const third = await make(ada, { title: 'Third' })
    expect(idsOf(await t.call(listBoards, { as: ada }))).toEqual([third, second, first])
    expect(await walkIds(t, listBoards, { as: ada, query: { limit: 1 } })).toEqual([
      third,
      second,
      first,
    ])
    await add(ada, first, { postId: post })
    const { body } = await t.call(listBoards, { as: ada })
    expect(body).toMatchObject([
      { id: first, role: 'owner', itemCount: 2, itemId: null, people: [{ firstName: 'Ada' }] },
      { id: third, covers: [] },
      {
        id: second,
        role: 'view',
        owner: { firstName: 'Ben' },
        peopleCount: 2,
        people: [{ firstName: 'Ben' }, { firstName: 'Ada' }, { firstName: 'Cleo' }],
      },
    ])
    expect(body[0]?.covers).toHaveLength(2)
    const of = async (query: object) => idsOf(await t.call(listBoards, { as: ada, query }))
    expect(await of({ show: 'own' })).toEqual([first, third])
    expect(await of({ show: 'shared' })).toEqual([second])
    expect(await of({ search: 'IRS' })).toEqual([first])
    expect(await of({ search: '%' })).toEqual([])
    expect((await t.call(countBoards, { as: ada })).body).toEqual({
      own: 2,
      shared: 1,
      savedWorks: 0,
      savedPosts: 0,
    })
  })

  it('says of a work which boards have it, among those that one may add to', async () => {
    const has = await make(ada, { title: 'Has it', workId: work })
    const hasNot = await make(ada, { title: 'Has not' })
    const looked = await make(ben)
    await ask(ben, looked, ada, 'view')
    const edited = await make(ben)
    await ask(ben, edited, ada)
    await add(ben, edited, { workId: work })
    const { body } = await t.call(listBoards, { as: ada, query: { workId: work } })
    expect(Object.fromEntries(body.map(({ id, itemId }: Board) => [id, itemId !== null]))).toEqual({
      [has]: true,
      [hasNot]: false,
      [edited]: true,
    })
  })
})

describe('what is on a board', () => {
  it('is works and posts as lists show them, each once, with a note', async () => {
    const id = await make(ada)
    expect((await add(ada, id, { workId: work, note: 'The back wall' })).body).toMatchObject({
      itemCount: 1,
    })
    expect((await add(ada, id, { postId: post })).body).toMatchObject({ itemCount: 2 })
    const again = await Promise.all([1, 2, 3].map(() => add(ada, id, { workId: work })))
    expect(new Set(again.map(({ body }) => body.itemCount))).toEqual(new Set([2]))
    const { body } = await items(ada, id)
    expect(body).toMatchObject([
      {
        work: { id: work, title: 'Moon Jar', startingPrice: 460 },
        post: null,
        note: 'The back wall',
        isAgainst: false,
        notedBy: { firstName: 'Ada' },
      },
      {
        work: null,
        post: { id: post, title: 'Glaze test' },
        note: '',
        notedBy: null,
        notedAt: null,
      },
    ])
    const everywhere = await t.request({
      method: 'GET',
      url: `/api/portfolios/user/${maker.id}`,
      as: ada,
    })
    expect(everywhere.body).toContainEqual(body[0]?.work)
    await add(ada, id, { workId: work, note: 'No, the front' })
    expect((await items(ada, id)).body[0]).toMatchObject({ note: 'No, the front' })
  })

  it('counts notes and what is not wanted, and shows them alone', async () => {
    const id = await make(ada, { workId: work })
    await add(ada, id, { postId: post })
    const [first = '', second = ''] = idsOf(await items(ada, id))
    const change = (itemId: string, body: object) =>
      t.call(changeBoardItem, { as: ada, params: { id, itemId }, body })
    const counts = async () => (await view(ada, id)).body
    await change(first, { note: 'This' })
    await change(second, { isAgainst: true, note: 'Something quieter' })
    await change(second, { isAgainst: true })
    expect(await counts()).toMatchObject({ noteCount: 2, againstCount: 1 })
    expect(idsOf(await items(ada, id, { show: 'noted' }))).toEqual([first, second])
    expect(idsOf(await items(ada, id, { show: 'against' }))).toEqual([second])
    await change(first, { note: '' })
    await change(second, { isAgainst: false })
    expect(await counts()).toMatchObject({ noteCount: 1, againstCount: 0 })
    await change(second, { isAgainst: true })
    expect(
      (await t.call(removeFromBoard, { as: ada, params: { id, itemId: second } })).status,
    ).toBe(204)
    expect(await counts()).toMatchObject({ itemCount: 1, noteCount: 0, againstCount: 0 })
    expect(
      (await t.call(removeFromBoard, { as: ada, params: { id, itemId: second } })).status,
    ).toBe(404)
    expect((await change(second, { note: 'x' })).status).toBe(404)
  })

  it('moves behind another thing or to the front, and stays in order however often', async () => {
    const id = await make(ada)
    const works = await Promise.all(
      [1, 2, 3, 4].map((at) => makeWork(t.deps, maker, { title: `W${at}` })),
    )
    for (const one of works) await add(ada, id, { workId: one })
    const [a = '', b = '', c = '', d = ''] = idsOf(await items(ada, id))
    const move = (itemId: string, after: string | null) =>
      t.call(changeBoardItem, { as: ada, params: { id, itemId }, body: { after } })
    const order = () => walkIds(t, listBoardItems, { as: ada, params: { id }, query: { limit: 2 } })
    expect((await move(d, a)).status).toBe(204)
    expect(await order()).toEqual([a, d, b, c])
    await move(c, null)
    expect(await order()).toEqual([c, a, d, b])
    await move(a, b)
    expect(await order()).toEqual([c, d, b, a])
    await move(c, c)
    expect(await order()).toEqual([c, d, b, a])
    for (let time = 0; time < 60; time += 1) await move(time % 2 === 0 ? d : b, c)
    expect(await order()).toEqual([c, b, d, a])
    expect((await move(a, newId())).status).toBe(404)
    const added = await makeWork(t.deps, maker)
    await add(ada, id, { workId: added })
    expect((await order()).slice(0, 4)).toEqual([c, b, d, a])
  })

  it('keeps the place and the note of a deleted or hidden work, without showing the work', async () => {
    const id = await make(ada, { workId: work })
    await add(ada, id, { postId: post, note: 'This light' })
    await t.request({ method: 'DELETE', url: `/api/portfolios/${work}`, as: maker })
    await sql`update posts set is_public = false where id = ${post}::uuid`.execute(t.deps.db)
    expect((await items(ada, id)).body).toMatchObject([
      { work: null, post: null },
      { work: null, post: null, note: 'This light' },
    ])
    expect((await t.call(listBoards, { as: ada })).body[0]?.covers).toEqual([])
    const [gone = ''] = idsOf(await items(ada, id))
    expect((await t.call(removeFromBoard, { as: ada, params: { id, itemId: gone } })).status).toBe(
      204,
    )
  })

  it('can be nothing that its reader may not see', async () => {
    const hidden = await makeWork(t.deps, maker, { isListed: false })
    const id = await make(ada, { visibility: 'link', workId: work })
    expect((await add(ada, id, { workId: hidden })).status).toBe(404)
    const own = await make(maker, { visibility: 'link', workId: hidden })
    expect((await items(maker, own)).body[0]?.work?.id).toBe(hidden)
    expect((await items(ada, own)).body[0]?.work).toBeNull()
    expect((await items(undefined, own)).body[0]?.work).toBeNull()
    await t.call(blockUser, { as: maker, params: { id: ada.id } })
    expect((await items(ada, id)).body[0]?.work).toBeNull()
    expect((await items(ben, id)).body[0]?.work?.id).toBe(work)
    expect((await add(ada, id, { postId: post })).status).toBe(404)
    // They do not see boards of hers either.
    expect((await view(maker, id)).status).toBe(404)
  })
})

describe('people of a board', () => {
  it('do what their role allows, and leave when they like', async () => {
    const id = await make(ada, { workId: work })
    expect((await ask(ada, id, ben, 'view')).status).toBe(204)
    expect((await ask(ada, id, cleo)).status).toBe(204)
    expect((await view(ben, id)).body).toMatchObject({
      role: 'view',
      people: [
        { person: { firstName: 'Ben' }, role: 'view' },
        { person: { firstName: 'Cleo' }, role: 'edit' },
      ],
    })
    expect((await add(ben, id, { postId: post })).status).toBe(404)
    expect((await add(cleo, id, { postId: post, note: 'Like this' })).status).toBe(200)
    expect((await items(ada, id)).body[1]).toMatchObject({ notedBy: { firstName: 'Cleo' } })
    expect(
      (await t.call(updateBoard, { as: cleo, params: { id }, body: { title: 'Mine' } })).status,
    ).toBe(404)
    expect((await ask(cleo, id, maker)).status).toBe(404)
    expect((await ask(ada, id, ben)).status).toBe(204)
    expect((await view(ben, id)).body).toMatchObject({ role: 'edit', peopleCount: 2 })
    const remove = (as: Person, who: Person) =>
      t.call(removeBoardPerson, { as, params: { id, userId: who.id } })
    expect((await remove(ben, cleo)).status).toBe(404)
    expect((await remove(ben, ben)).status).toBe(204)
    expect((await view(ben, id)).status).toBe(404)
    expect((await remove(ada, cleo)).status).toBe(204)
    expect((await remove(ada, cleo)).status).toBe(404)
    expect((await view(ada, id)).body).toMatchObject({ peopleCount: 0, people: [] })
  })

  it('are not named while they are suspended, and their notes stay', async () => {
    const id = await make(ada)
    await ask(ada, id, cleo)
    await add(cleo, id, { workId: work, note: 'Like this' })
    await sql`update users set suspended_at = now() where id = ${cleo.id}::uuid`.execute(t.deps.db)
    expect((await view(ada, id)).body).toMatchObject({ people: [] })
    expect((await t.call(listBoards, { as: ada })).body[0]?.people).toMatchObject([
      { firstName: 'Ada' },
    ])
    expect((await items(ada, id)).body).toMatchObject([{ note: 'Like this', notedBy: null }])
  })

  it('are nobody who is blocked or not there, and not its owner', async () => {
    const id = await make(ada)
    await t.call(blockUser, { as: ben, params: { id: ada.id } })
    expect((await ask(ada, id, ben)).status).toBe(404)
    expect((await ask(ada, id, ada)).status).toBe(404)
    const unknown = { id, userId: newId() }
    expect(
      (await t.call(putBoardPerson, { as: ada, params: unknown, body: { role: 'edit' } })).status,
    ).toBe(404)
    expect((await ask(ada, id, cleo, 'owner')).status).toBe(400)
    await ask(ada, id, cleo)
    await t.call(blockUser, { as: cleo, params: { id: ada.id } })
    expect((await view(cleo, id)).status).toBe(404)
    expect((await add(cleo, id, { workId: work })).status).toBe(404)
    expect((await t.call(listBoards, { as: cleo })).body).toEqual([])
  })

  it(`are ${MAX_BOARD_PEOPLE} at most`, async () => {
    const id = await make(ada)
    await sql`with asked as (
        insert into board_people (board_id, user_id, role)
        select ${id}::uuid, u.id, 'view' from users u where u.id <> all (${[ada.id, ben.id, cleo.id]}::uuid[])
        order by u.id limit ${MAX_BOARD_PEOPLE - 1} returning 1)
      update boards set people_count = (select count(*) from asked) where id = ${id}::uuid`.execute(
      t.deps.db,
    )
    const { rows } = await sql<{ room: number }>`
      select ${MAX_BOARD_PEOPLE} - people_count as room from boards where id = ${id}::uuid`.execute(
      t.deps.db,
    )
    // Earlier tests have made enough people, or this one proves nothing.
    expect(rows[0]?.room).toBe(1)
    const answers = await Promise.all([ask(ada, id, ben), ask(ada, id, cleo)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  })
})
