import { contactSheetUrl, createBoard } from '@plinth/contract/boards/boards.ts'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { getMedia, uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let owner: Person
let helper: Person
let stranger: Person
let maker: Person
let boardId: string
let workId: string

beforeAll(async () => {
  owner = await t.person('Leila', { lastName: 'Farahani' })
  helper = await t.person('Hana')
  stranger = await t.person('Otto')
  maker = await t.person('Kenji', { lastName: 'Mori', isCreator: true })
  workId = await makeWork(t.deps, maker, { title: 'Ridge before wind' })
  const { body } = await t.call(createBoard, {
    as: owner,
    body: { title: 'Łódź: “A dining room”', workId },
  })
  boardId = body.id
  await t.request({
    method: 'PUT',
    url: `/api/boards/${boardId}/people/${helper.id}`,
    payload: { role: 'view' },
    as: owner,
  })
})

const sheet = (as?: Person, id = boardId) =>
  t.request({
    method: 'GET',
    url: contactSheetUrl(id),
    ...(as === undefined ? {} : { as }),
  })

async function pages(as: Person): Promise<{ texts: string[]; pictures: number }> {
  const response = await t.app.inject({
    url: contactSheetUrl(boardId),
    headers: { cookie: as.cookie },
  })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/pdf')
  const task = getDocument({ data: new Uint8Array(response.rawPayload), useSystemFonts: false })
  const pdf: PDFDocumentProxy = await task.promise
  const texts: string[] = []
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const { items } = await (await pdf.getPage(at)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'))
  }
  await task.destroy()
  return {
    texts,
    pictures: response.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0,
  }
}

it('shows what is on a board, with titles, makers and notes', async () => {
  const upload = await t.request({
    method: uploadMedia.method,
    url: `${uploadMedia.path}?fileName=jar.png`,
    payload: await makePicture('image/png', 900, 600),
    headers: { 'content-type': 'image/png' },
    as: maker,
  })
  const { id: mediaId } = upload.body as Media
  const hasRenditions = async () => {
    const { body } = await t.call(getMedia, { as: maker, params: { id: mediaId } })
    return (body as Media).state
  }
  await expect.poll(hasRenditions, { timeout: 60_000 }).toBe('ready')
  const withFile = await makeWork(t.deps, maker, { title: 'Jar' })
  await sql`update portfolio_items set media_id = ${mediaId} where id = ${withFile}`.execute(
    t.deps.db,
  )
  await t.request({
    method: 'POST',
    url: `/api/boards/${boardId}/items`,
    payload: { workId: withFile, note: 'This light, and nothing else.' },
    as: owner,
  })
  const { texts, pictures } = await pages(helper)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('Łódź: “A dining room”')
  expect(texts[0]).toContain('A board by Leila Farahani')
  expect(texts[0]).toContain('2 works, posts and pictures')
  expect(texts[0]).toContain('Ridge before wind')
  expect(texts[0]).toContain('Kenji Mori')
  expect(texts[0]).toContain('This light, and nothing else.')
  // The first work of this test has a row and no file.
  expect(pictures).toBe(1)
})

it('leaves out what the reader may not see, and pictures that are sensitive', async () => {
  const hidden = await makeWork(t.deps, maker, { title: 'Taken back' })
  await t.request({
    method: 'POST',
    url: `/api/boards/${boardId}/items`,
    payload: { workId: hidden },
    as: owner,
  })
  await sql`update portfolio_items set is_listed = false, state = 'hidden' where id = ${hidden}`.execute(
    t.deps.db,
  )
  await sql`update portfolio_items set sensitive_by_author = true where id <> ${hidden}`.execute(
    t.deps.db,
  )
  const { texts, pictures } = await pages(owner)
  expect(texts[0]).not.toContain('Taken back')
  expect(texts[0]).toContain('Ridge before wind')
  expect(pictures).toBe(0)
  await sql`update portfolio_items set sensitive_by_author = false`.execute(t.deps.db)
})

it('goes on over pages', async () => {
  for (let at = 0; at < 14; at += 1) {
    const postId = await makePost(t.deps, maker, { title: `Post number ${at}` })
    const { status } = await t.request({
      method: 'POST',
      url: `/api/boards/${boardId}/items`,
      payload: { postId },
      as: owner,
    })
    expect(status).toBeLessThan(300)
  }
  const { texts } = await pages(owner)
  expect(texts).toHaveLength(2)
  expect(texts.join('\n')).toContain('Post number 13')
  expect(texts[1]).toContain('page 2 of 2')
})

it('is for the people of the board, and for members with its link if it is open', async () => {
  expect((await sheet(undefined)).status).toBe(401)
  expect((await sheet(stranger)).status).toBe(404)
  expect((await sheet(stranger, newId())).status).toBe(404)
  expect((await sheet(owner, 'x')).status).toBe(404)
  await t.request({
    method: 'PATCH',
    url: `/api/boards/${boardId}`,
    payload: { visibility: 'link' },
    as: owner,
  })
  expect((await sheet(stranger)).status).toBe(200)
  await t.request({ method: 'PUT', url: `/api/users/${stranger.id}/block`, as: owner })
  expect((await sheet(stranger)).status).toBe(404)
})
