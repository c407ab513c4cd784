import { createBoard, updateBoard } from '@plinth/contract/boards/boards.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { testWeb } from '../../../test/web.ts'
import { newId } from '../../db/id.ts'

const web = testWeb()
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))

const page = (as: Person | undefined, id: string) =>
  t.request({
    method: 'GET',
    url: `/boards/${id}`,
    headers: { accept: 'text/html' },
    ...(as === undefined ? {} : { as }),
  })
const NOINDEX = '<meta name="robots" content="noindex">'

it('names a board to those who may see it, and says nothing of it to visitors, open by link or not', async () => {
  const ada = await t.person('Ada')
  const ben = await t.person('Ben')
  const { body } = await t.call(createBoard, { as: ada, body: { title: 'Forty seats' } })
  const { id } = body
  for (const visibility of ['private', 'link'] as const) {
    await t.call(updateBoard, { as: ada, params: { id }, body: { visibility } })
    const own = await page(ada, id)
    expect(own.status).toBe(200)
    expect(String(own.body)).toContain('Forty seats')
    const visited = await page(undefined, id)
    expect(visited.status).toBe(200)
    expect(String(visited.body)).not.toContain('Forty')
    for (const { body: html } of [own, visited]) expect(String(html)).toContain(NOINDEX)
    expect((await page(ben, id)).status).toBe(visibility === 'private' ? 404 : 200)
  }
  expect((await page(ada, newId())).status).toBe(404)
  expect((await page(undefined, 'nonsense')).status).toBe(404)
})

it('tells search engines and link previews of a public board, until it is closed', async () => {
  const ada = await t.person('Ada')
  const maker = await t.person('Maker', { isCreator: true })
  const workId = await makeWork(t.deps, maker, { title: 'Moon Jar' })
  const { body } = await t.call(createBoard, {
    as: ada,
    body: { title: 'Forty seats', description: 'A dining room', visibility: 'public', workId },
  })
  const { id } = body
  const html = String((await page(undefined, id)).body)
  expect(html).not.toContain(NOINDEX)
  expect(html).toContain('<title>Forty seats, a board by Ada Test')
  expect(html).toContain('content="A dining room"')
  expect(html).toMatch(/property="og:image" content="[^"]+\/media\//)
  expect(html).toContain('"@type":"ItemList"')
  expect(html).toContain(`/portfolio/${workId}`)
  await sql`update portfolio_items set sensitive_by_author = true where id = ${workId}::uuid`.execute(
    t.deps.db,
  )
  await t.call(updateBoard, { as: ada, params: { id }, body: { description: 'A hall' } })
  expect(String((await page(undefined, id)).body)).not.toContain('og:image')
  await t.call(updateBoard, { as: ada, params: { id }, body: { visibility: 'private' } })
  const closed = String((await page(undefined, id)).body)
  expect(closed).toContain(NOINDEX)
  expect(closed).not.toContain('Forty')
})

it('asks search engines to leave out an empty public board', async () => {
  const ada = await t.person('Ada')
  const empty = { title: 'Nothing yet', visibility: 'public' } as const
  const { body } = await t.call(createBoard, { as: ada, body: empty })
  const html = String((await page(undefined, body.id)).body)
  expect(html).toContain(NOINDEX)
  expect(html).toContain('Nothing yet')
})
