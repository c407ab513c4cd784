import { deleteProjectFile, listProjectFiles } from '@plinth/contract/projects/project-calls.ts'
import {
  proofPageUrl,
  proofTileUrl,
  type DeliveryFile,
} from '@plinth/contract/projects/projects.ts'
import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import {
  addProject,
  deliver,
  delivering,
  filesSeenBy,
  objectsOf,
  setStatus,
} from '../../../../test/content/deliveries.ts'
import { makePdf } from '../../../../test/media/documents.ts'
import { drawPicture } from '../../../../test/media/pictures.ts'
import { makeSound } from '../../../../test/media/sounds.ts'
import { makeVideo, probeVideo } from '../../../../test/media/videos.ts'
import { SWEEP_PROOFS } from './delivery-rules.ts'

const SOON = { timeout: 100_000 }

const site = testApp()
let client: Person
let creator: Person
let projectId: string
let film: Buffer
let files: DeliveryFile[]

const proofStates = async () => {
  const { body } = await site.call(listProjectFiles, { as: creator, params: { id: projectId } })
  return (body as DeliveryFile[]).map(({ proofState }) => proofState)
}

beforeAll(async () => {
  client = await site.person('Clara')
  creator = await site.person('Mara', { isCreator: true })
  projectId = await addProject(site.deps.db, { client, creator })
  const room = delivering(site, projectId)
  film = await makeVideo({ sound: 'aac', hasMetadata: true })
  files = [
    await room.send(creator, film, 'film.mp4'),
    await room.send(creator, await makeVideo({ type: 'video/webm', picture: 'vp9' }), 'film.webm'),
    await room.send(creator, await makeSound({ format: 'wav', codec: 'pcm16' }), 'take.wav'),
    await room.send(creator, makePdf({ pages: 9 }), 'book.pdf'),
    await room.send(creator, film.subarray(0, 300), 'cut.mp4'),
    await room.send(creator, Buffer.from('hello'), 'read me.txt'),
    await room.send(creator, await drawPicture(1_200, 800).png().toBuffer(), 'label.png'),
  ]
  const isMade = async () => {
    if ((await proofStates()).includes('waiting')) throw new Error('they are not made yet')
  }
  await vi.waitFor(isMade, SOON)
  await deliver(site.deps.db, {
    projectId,
    ownerId: creator.id,
    fileIds: files.map(({ id }) => id),
  })
  await setStatus(site.deps.db, projectId, 'delivered')
}, 120_000)

const seenBy = (viewer: Person) => filesSeenBy(site, projectId, viewer)
const fetched = (url = '') => site.app.inject({ url })

it('films, sounds, PDFs, texts and pictures can be judged as a whole before they are paid', async () => {
  // There was none yet when they arrived.
  expect(files.map(({ proofState }) => proofState)).toEqual(files.map(() => 'waiting'))
  const [mp4, webm, sound, book, cut, text] = await seenBy(client)
  expect(mp4?.proof).toMatchObject({
    film: { width: 160, height: 90, durationMs: 2_000, hasSound: true },
    sound: null,
    pages: null,
    picture: null,
  })
  expect(webm?.proof?.film).toMatchObject({ hasSound: false })
  expect(sound?.proof?.sound?.peaks).toMatch(/^[\w+/=]{320}$/)
  expect(book?.proof?.pages).toMatchObject({ all: 9 })
  expect(book?.proof?.pages?.sizes).toHaveLength(9)
  expect(cut).toMatchObject({ proofState: 'failed', proof: null })
  expect(text?.proof?.pages).toMatchObject({ all: 1 })
  const answer = await fetched(mp4?.proof?.film?.url)
  expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'video/mp4' } })
  expect(answer.rawPayload.equals(film)).toBe(false)
  expect((await probeVideo(answer.rawPayload)).frames).toBe(20)
  expect((await fetched(sound?.proof?.sound?.url)).headers['content-type']).toBe('audio/mp4')
  for (const page of [1, 9]) {
    const picture = await fetched(proofPageUrl(book?.proof?.pages?.url ?? '', page))
    expect(picture.statusCode).toBe(200)
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(
      book?.proof?.pages?.sizes[page - 1]?.width,
    )
  }
  expect((await fetched(proofPageUrl(book?.proof?.pages?.url ?? '', 10))).statusCode).toBe(404)
})

it('one link opens every tile of a picture, down to its pixels', async () => {
  const label = (await seenBy(client)).at(-1)
  const { url = '', ...size } = label?.proof?.picture ?? {}
  expect(size).toEqual({ width: 1_200, height: 800, size: 512, levels: 3 })
  expect(label?.proof).toMatchObject({ film: null, sound: null, pages: null })
  const tile = (level: number, column: number, row: number) =>
    fetched(proofTileUrl(url, { level, column, row }))
  const sizes = await Promise.all(
    [tile(0, 0, 0), tile(2, 0, 0), tile(2, 2, 1)].map(async (answer) => {
      const { statusCode, headers, rawPayload } = await answer
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('image/webp')
      const { width, height } = await sharp(rawPayload).metadata()
      return [width, height]
    }),
  )
  expect(sizes).toEqual([
    [300, 200],
    [512, 512],
    [176, 288],
  ])
  for (const [level, column, row] of [
    [3, 0, 0],
    [2, 3, 0],
    [2, 0, 2],
  ] as const)
    expect((await tile(level, column, row)).statusCode).toBe(404)
  expect((await fetched(url)).statusCode).toBe(404)
  const own = (await seenBy(creator)).at(-1)?.proof?.picture?.url ?? ''
  const plain = await fetched(proofTileUrl(own, { level: 2, column: 0, row: 0 }))
  expect(plain.statusCode).toBe(200)
  expect(plain.rawPayload.equals((await tile(2, 0, 0)).rawPayload)).toBe(false)
})

it('a link to the marked copy opens nothing without the mark', async () => {
  const [mp4, , sound, book, , , label] = await seenBy(client)
  const links = [
    mp4?.proof?.film?.url,
    sound?.proof?.sound?.url,
    book?.proof?.pages?.url,
    label?.proof?.picture?.url,
  ]
  for (const link of links) {
    const [address = '', query = ''] = (link ?? '').split('?')
    const folder = address.slice(0, address.lastIndexOf('/'))
    for (const name of [
      'original',
      'film-plain.mp4',
      'sound-plain.m4a',
      'page-plain.webp',
      'page-plain-1.webp',
      'tile-plain.webp',
      'tile-plain-0-0-0.webp',
    ])
      expect((await fetched(`${folder}/${name}?${query}`)).statusCode).toBe(404)
    expect((await fetched(address)).statusCode).toBe(404)
  }
  const [page] = [proofPageUrl(book?.proof?.pages?.url ?? '', 1)]
  expect((await fetched(page)).rawPayload.equals((await plainPage(book)).rawPayload)).toBe(false)
})

/** The page as its maker sees it. */
async function plainPage(book: DeliveryFile | undefined) {
  const own = (await seenBy(creator)).find(({ id }) => id === book?.id)
  return fetched(proofPageUrl(own?.proof?.pages?.url ?? '', 1))
}

it('the creator, and the client who has paid, get the thing itself', async () => {
  await setStatus(site.deps.db, projectId, 'completed')
  for (const viewer of [creator, client]) {
    const [mp4, webm, sound, book] = await seenBy(viewer)
    expect((await fetched(mp4?.proof?.film?.url)).rawPayload.equals(film)).toBe(true)
    const plain = await fetched(webm?.proof?.film?.url)
    expect(webm?.proof?.film?.url).toContain('/film-plain.mp4?')
    expect((await probeVideo(plain.rawPayload)).picture).toBe('h264')
    expect((await fetched(sound?.proof?.sound?.url)).statusCode).toBe(200)
    expect((await fetched(proofPageUrl(book?.proof?.pages?.url ?? '', 3))).statusCode).toBe(200)
  }
  await setStatus(site.deps.db, projectId, 'delivered')
})

it.each([
  ['film', () => film, 'film.mp4'],
  ['picture', () => drawPicture(600, 40).png().toBuffer(), 'tile-1-1-0.webp'],
])(
  'a %s of before there were proofs gets one, and leaves nothing once it is removed',
  async (_, make, made) => {
    const { db } = site.deps
    const other = await addProject(db, { client, creator })
    const file = await delivering(site, other).send(creator, await make(), 'again')
    const stateOf = async () =>
      (await db.selectFrom('delivery_files').selectAll().where('id', '=', file.id).execute())[0]
        ?.proof_state
    await expect.poll(stateOf, SOON).toBe('ready')
    await db
      .updateTable('delivery_files')
      .set({ proof: null, proof_state: null })
      .where('id', '=', file.id)
      .execute()
    await site.runJob(SWEEP_PROOFS)
    await expect.poll(stateOf, SOON).toBe('ready')
    const objects = async () => (await objectsOf(site)).filter((key) => key.includes(file.id))
    expect(await objects()).toContain(`deliveries/${file.id}/${made}`)
    await site.call(deleteProjectFile, { as: creator, params: { id: other, fileId: file.id } })
    await expect.poll(objects, SOON).toEqual([])
  },
)
