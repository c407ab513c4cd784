import { Readable } from 'node:stream'
import { archiveName } from '../../../core/media/names.ts'
import { deliveredKey, originalKey } from '../../../core/media/media-rules.ts'
import type { Deps } from '../../../deps.ts'
import type { ZipEntry } from '../../../gateways/zip.ts'
import {
  ENTITIES,
  findOriginals,
  readEntity,
  type Entity,
  type OriginalFile,
} from './export-entity-queries.ts'
import { exportPage, type PageFile } from './page.ts'

export const exportKey = (id: string): string => `exports/${id}.zip`

/** A file name that every system can unpack, unique by the id before it. */
function nameInside({ id, fileName, extension }: OriginalFile): string {
  const clean = archiveName(fileName)
  const named =
    extension === null || clean.toLowerCase().endsWith(`.${extension}`) ? '' : `.${extension}`
  return `files/${id}-${clean}${named}`
}

type Sources = Pick<Deps, 'db' | 'storage' | 'now'>

/** Everything of one person, entry by entry: the JSON, then the files, and at the end the page that links to both. */
export async function* archiveOf(
  { db, storage, now }: Sources,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const at = now()
  const counts: [entity: Entity, count: number][] = []
  for (const entity of Object.keys(ENTITIES) as Entity[]) {
    const { json, count } = await readEntity(db, entity, userId)
    counts.push([entity, count])
    yield text(`data/${entity}.json`, json, at)
  }
  const files: PageFile[] = []
  for (let after: string | null = null; ;) {
    const page: OriginalFile[] = await findOriginals(db, userId, after)
    for (const file of page) {
      const entry = await fileEntry(storage, file)
      // Deleted while we pack.
      if (entry === null) continue
      files.push({ path: entry.name, fileName: file.fileName, bytes: file.bytes })
      yield entry
    }
    after = page.at(-1)?.id ?? null
    if (after === null) break
  }
  yield text('index.html', exportPage({ counts, files, at }), at)
}

const text = (name: string, content: string, at: Date): ZipEntry => ({
  name,
  at,
  open: () => Readable.from([Buffer.from(content)]),
})

async function fileEntry(storage: Deps['storage'], file: OriginalFile): Promise<ZipEntry | null> {
  const key = file.extension === null ? deliveredKey(file.id) : originalKey(file.id, file.extension)
  const bytes = await storage.size(key)
  if (bytes === null) return null
  return {
    name: nameInside(file),
    at: file.at,
    bytes,
    open: async () => {
      const object = await storage.open(key)
      if (object === null) throw new Error(`${key} went while it was packed`)
      return object.stream
    },
  }
}
