import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forEachConcurrently } from '../../src/core/media/processing/concurrency.ts'
import { createDatabase, createPool } from '../../src/db/pool.ts'
import { readEnv } from '../../src/env.ts'
import { createAudio } from '../../src/gateways/audio/audio.ts'
import { createDocuments } from '../../src/gateways/document/documents.ts'
import { createImaging } from '../../src/gateways/image/imaging.ts'
import { createFileStorage } from '../../src/gateways/storage/files.ts'
import { createVideo } from '../../src/gateways/video/video.ts'
import { cloneDatabase } from '../../test/database.ts'
import { toRow } from '../demo/people.ts'
import { AT_ONCE, createPictures, type PictureDeps } from '../demo/pictures.ts'
import { insertDemoPeople } from '../demo/queries.ts'
import { fixedId, readWorld, WORLD_FOLDER, type World } from '../world.ts'
import { withShelf } from './gateways.ts'
import { makePack, uploadsOf } from './make.ts'
import {
  currentVersion,
  listPacks,
  openShipped,
  packOf,
  readPack,
  readVersion,
  type Made,
} from './shelf.ts'

/** One file of each kind, small ones. */
const MADE_AGAIN = [
  'avatars/theo.jpg',
  'works/current-no-8.jpg',
  'videos/dune-walk.mp4',
  'audio/low-tide-bells.mp3',
  'documents/kestrel-specimen.pdf',
]
/** Of 255. Another processor may round differently, another quality or another picture differs more. */
const MOST_DIFFERENCE = 1.5
const RUN = 'Run `npm run demo:renditions` and commit what it changes.'

let world: World
let deps: PictureDeps
let ownerId: string
let close: () => Promise<void>

beforeAll(async () => {
  world = await readWorld()
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'plinth-renditions-'))
  const db = createDatabase(createPool({ url: database.url, size: 4, namedStatements: false }))
  const gateways = {
    imaging: createImaging(),
    video: createVideo(),
    audio: createAudio(),
    documents: createDocuments(),
  }
  deps = {
    db,
    ...gateways,
    storage: await createFileStorage(dataDir),
    env: readEnv({
      DATABASE_URL: database.url,
      PLINTH_DATA: dataDir,
      OIDC_ISSUER: 'http://127.0.0.1:9/identity',
      OIDC_CLIENT_ID: 'seed',
      OIDC_CLIENT_SECRET: 'seed',
      DAILY_LIMITS: 'off',
    }),
  }
  await insertDemoPeople(
    db,
    world.people.map((person) => toRow(person, new Date())),
  )
  ownerId = fixedId('person', world.people[0]?.id ?? '')
  close = async () => {
    for (const gateway of Object.values(gateways)) await gateway.close()
    await db.destroy()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
afterAll(() => close())

/** Gateways that make nothing: whatever is asked of them was not shipped. */
const refuse = (what: string) => () => Promise.reject(new Error(`${what} was not shipped. ${RUN}`))
const REFUSING = {
  imaging: {
    inspect: refuse('inspect'),
    clean: refuse('clean'),
    decode: refuse('decode'),
    render: refuse('render'),
    preview: refuse('preview'),
    tiles: refuse('tiles'),
    name: refuse('name'),
    pyramids: refuse('pyramids'),
    mark: refuse('mark'),
    close: () => Promise.resolve(),
  },
  video: {
    clean: refuse('clean'),
    poster: refuse('poster'),
    play: refuse('play'),
    preview: refuse('preview'),
    look: refuse('look'),
    proof: refuse('proof'),
    close: () => Promise.resolve(),
  },
  audio: {
    clean: refuse('clean'),
    peaks: refuse('peaks'),
    play: refuse('play'),
    look: refuse('look'),
    proof: refuse('proof'),
    close: () => Promise.resolve(),
  },
  documents: {
    inspect: refuse('inspect'),
    picture: refuse('picture'),
    pages: refuse('pages'),
    paper: refuse('paper'),
    archive: refuse('archive'),
    comments: refuse('comments'),
    waveform: refuse('waveform'),
    close: () => Promise.resolve(),
  },
}

describe('shipped renditions', { timeout: 120_000 }, () => {
  it('were made by the code that makes renditions now', async () => {
    expect(await readVersion(), RUN).toBe(await currentVersion())
  })

  it('are all there for every file of the world, as it is now, and none is left over', async () => {
    const files = uploadsOf(world)
    expect(await listPacks(), RUN).toEqual(files.map(packOf).sort())
    const pictures = createPictures(
      { ...deps, ...withShelf(REFUSING, await openShipped()) },
      WORLD_FOLDER,
    )
    await forEachConcurrently(files, AT_ONCE, async (file) => {
      await pictures.ingestFile({ ownerId, file, alt: '' })
    })
  })

  it.each(MADE_AGAIN)('are what is made of %s', async (file) => {
    const shipped = byWhat(await readPack(packOf(file)))
    const other = fixedId('person', world.people[1]?.id ?? '')
    const made = byWhat(await makePack(deps, { file, ownerId: other }))
    expect(shapeOf(made)).toEqual(shapeOf(shipped))
    for (const [what, { bytes }] of made) {
      const known = shipped.get(what)?.bytes ?? null
      if (bytes === null || known === null) continue
      if (/\.(avif|webp|jpg)$/.test(what))
        expect(await differenceOf(bytes, known), what).toBeLessThan(MOST_DIFFERENCE)
      else expect(bytes.length / known.length, what).toBeCloseTo(1, 1)
    }
  })
})

/** Without the hashes in the keys: a poster's may be another one on another processor. */
const byWhat = (pack: ReadonlyMap<string, Made>): Map<string, Made> =>
  new Map([...pack].map(([key, made]) => [key.slice(key.indexOf('-') + 1), made]))

/** What must be alike on every machine: everything that was returned, except for the sizes of encoded files. */
const shapeOf = (pack: ReadonlyMap<string, Made>) =>
  Object.fromEntries(
    [...pack].map(([what, { facts, bytes }]) => {
      const returned = typeof facts === 'number' ? 'bytes' : facts
      return [what, { returned, isSame: bytes === null }]
    }),
  )

/** How far two pictures of the same size are apart on average, of 255. */
async function differenceOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) =>
      sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  )
  if (a === undefined || b === undefined) throw new Error('nothing to compare')
  expect([a.info.width, a.info.height]).toEqual([b.info.width, b.info.height])
  let sum = 0
  for (let at = 0; at < a.data.length; at += 1)
    sum += Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0))
  return sum / a.data.length
}
