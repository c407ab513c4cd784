/** Makes what is shipped of the demo world's files: `npm run demo:renditions`. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { forEachConcurrently } from '../../src/core/media/processing/concurrency.ts'
import { createDatabase, createPool } from '../../src/db/pool.ts'
import { createAudio } from '../../src/gateways/audio/audio.ts'
import { createDocuments } from '../../src/gateways/document/documents.ts'
import { openTempFolder } from '../../src/gateways/files.ts'
import { createImaging } from '../../src/gateways/image/imaging.ts'
import { createFileStorage } from '../../src/gateways/storage/files.ts'
import { createVideo } from '../../src/gateways/video/video.ts'
import { AT_ONCE } from '../demo/pictures.ts'
import { insertDemoPeople } from '../demo/queries.ts'
import { toRow } from '../demo/people.ts'
import { readSeedEnv } from '../env.ts'
import { fixedId, readWorld } from '../world.ts'
import { makePack, shareWork, uploadsOf } from './make.ts'
import { packOf, PACKS, sealPacks, writePack } from './shelf.ts'

const env = readSeedEnv()
await openTempFolder(env.dataDir)
const db = createDatabase(createPool({ url: env.databaseUrl, size: 6, namedStatements: false }))
const deps = {
  env,
  db,
  // One process for each of the two cores that most machines have.
  imaging: shareWork([createImaging(), createImaging()]),
  video: createVideo(),
  audio: createAudio(),
  documents: createDocuments(),
  storage: await createFileStorage(env.dataDir),
}
try {
  const world = await readWorld()
  const [first] = world.people
  if (first === undefined) throw new Error('The world has no people.')
  await insertDemoPeople(db, [toRow(first, new Date())])
  const ownerId = fixedId('person', first.id)
  const files = uploadsOf(world)
  let bytes = 0
  let done = 0
  await forEachConcurrently(files, AT_ONCE, async (file) => {
    await writePack(packOf(file), await makePack(deps, { file, ownerId }))
    bytes += (await stat(path.join(PACKS, packOf(file)))).size
    done += 1
    if (done % 10 === 0 || done === files.length)
      process.stdout.write(`${done} of ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB\n`)
  })
  await sealPacks(files.map(packOf))
} finally {
  await deps.imaging.close()
  await deps.video.close()
  await deps.audio.close()
  await deps.documents.close()
  await db.destroy()
}
