import { createBoard, updateBoard } from '@plinth/contract/boards/boards.ts'
import { expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
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

it('names a board to those who may see it, and says nothing of it to visitors, open or not', async () => {
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
    for (const { body: html } of [own, visited])
      expect(String(html)).toContain('<meta name="robots" content="noindex">')
    expect((await page(ben, id)).status).toBe(visibility === 'private' ? 404 : 200)
  }
  expect((await page(ada, newId())).status).toBe(404)
  expect((await page(undefined, 'nonsense')).status).toBe(404)
})
