import {
  createPortfolio,
  deletePortfolio,
  getPortfolio,
  listPortfolios,
  type PortfolioItem,
} from '@plinth/contract/portfolios/portfolios.ts'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePdf } from '../../../test/media/documents.ts'
import { createMediaClient, type MediaClient } from '../../../test/media/media-client.ts'
import { sampleMp3 } from '../../../test/media/sounds.ts'
import { makeVideo } from '../../../test/media/videos.ts'
import { portfolioPages } from './portfolio-pages.ts'

const SOON = { timeout: 100_000 }

const t = testApp()
let alice: Person
let desk: MediaClient

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true })
  desk = createMediaClient(t, alice)
})

const hang = (body: object) =>
  t.call(createPortfolio, { as: alice, body: { category: 'editing', ...body } })
const view = (id: string) => t.call(getPortfolio, { params: { id } })
const pageOf = async (id: string) => {
  const page = portfolioPages(t.deps).find(({ path }) => path === '/portfolio/:id')
  return page?.load({ viewer: null, params: { id }, query: {} })
}

interface Case {
  fileName: string
  fileType: PortfolioItem['fileType']
  make: () => Promise<Buffer> | Buffer
  /** Which of the three is there. */
  part: 'video' | 'audio' | 'document'
  schema: string
}

const cases: Case[] = [
  {
    fileName: 'Film.mp4',
    fileType: 'video',
    make: () => makeVideo({ width: 400, height: 240, seconds: 1 }),
    part: 'video',
    schema: 'VideoObject',
  },
  {
    fileName: 'Song.mp3',
    fileType: 'audio',
    make: sampleMp3,
    part: 'audio',
    schema: 'AudioObject',
  },
  {
    fileName: 'Book.pdf',
    fileType: 'pdf',
    make: () => makePdf(),
    part: 'document',
    schema: 'DigitalDocument',
  },
  {
    fileName: 'Poem.txt',
    fileType: 'document',
    make: () => Buffer.from('Salt on the sill, and the sea says so.'),
    part: 'document',
    schema: 'DigitalDocument',
  },
]

test.for(cases)(
  '$fileType: hangs when its file is ready, with what plays or is fetched',
  async (one) => {
    const { fileName, fileType, make, part, schema } = one
    const { url } = await desk.upload(await make(), fileName)
    const alt = 'What there is to see or to hear'
    const hung = await hang({ fileUrl: url, fileName, fileType, alt })
    expect(hung).toMatchObject({
      status: 201,
      body: { title: fileName.slice(0, -4), fileType, isListed: false, picture: { alt } },
    })
    const { id } = hung.body as PortfolioItem
    expect((await view(id)).status).toBe(404)
    await expect.poll(async () => (await view(id)).status, SOON).toBe(200)

    const { body } = await view(id)
    expect(body.fileType).toBe(fileType)
    const there = ['video', 'audio', 'document'].filter((name) => body[name] !== null)
    expect(there).toEqual([part])
    expect((await desk.get(body[part].url)).status).toBe(200)
    expect((await desk.get(body.imageUrl)).headers['content-type']).toBe('image/webp')
    const list = (await t.call(listPortfolios)).body as PortfolioItem[]
    expect(list.find((item) => item.id === id)).toMatchObject({ fileType, [part]: body[part] })

    const page = await pageOf(id)
    expect(page).toMatchObject({
      image: { alt },
      jsonLd: [{ '@type': schema, name: body.title }, {}],
    })
    expect([page?.video?.path, page?.audio?.path]).toEqual([body.video?.url, body.audio?.url])
    // A sound shows its waveform, so its picture is not fetched ahead.
    expect(page?.preload?.length === 0).toBe(part === 'audio')

    expect(
      (await t.call(deletePortfolio, { as: alice, params: { id }, query: { forGood: true } }))
        .status,
    ).toBe(204)
    await expect.poll(() => desk.objects(body.picture.id), SOON).toEqual([])
  },
)

test('a data: URL can contain every accepted kind of file', async () => {
  const fileUrl = `data:;base64,${Buffer.from('A line.').toString('base64')}`
  expect(await hang({ fileUrl, fileName: 'line.txt', fileType: 'document' })).toMatchObject({
    status: 201,
    body: { fileType: 'document', document: { fileName: 'line.txt', contentType: 'text/plain' } },
  })
  expect(await hang({ fileUrl, fileName: 'line.txt', fileType: 'pdf' })).toMatchObject({
    status: 400,
    body: {
      message: 'This file is a document, not a PDF.',
      fields: { fileType: expect.any(String) },
    },
  })
})
