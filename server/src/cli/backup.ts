import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { PIECES } from '../core/uploads/staging.ts'
import type { DB } from '../db/schema.ts'
import { isKey, type StorageGateway } from '../gateways/storage/storage.ts'
import {
  writeHashed,
  BackupError,
  MANIFEST,
  OBJECTS,
  objectFile,
  type Manifest,
  type ObjectEntry,
  type TableEntry,
} from './archive.ts'
import {
  beginReading,
  digestOf,
  listAccountSums,
  listMigrations,
  listTables,
  readRows,
} from './backup-queries.ts'

const ROWS_AT_ONCE = 2_000

export interface Place {
  db: Kysely<DB>
  storage: StorageGateway
}

/**
 * Writes a snapshot of the database and all objects into a new folder. The server may keep running. The manifest is
 * written last, so a folder without one is an incomplete backup.
 */
export async function backUp(
  { db, storage }: Place,
  { folder, copyObjects }: { folder: string; copyObjects: boolean },
): Promise<Manifest> {
  if ((await openFolder(folder)).length > 0) throw new BackupError(`${folder} is not empty.`)
  const database = await readDatabase(db, folder)
  const objects = await readObjects(storage, folder, copyObjects)
  const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), ...database, objects }
  const unfinished = path.join(folder, `${MANIFEST}.new`)
  await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
  await rename(unfinished, path.join(folder, MANIFEST))
  return manifest
}

/** Makes the folder if it is not there. Returns the names in it. */
async function openFolder(folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await readdir(folder)
  } catch (error) {
    throw new BackupError(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). Name a folder that this user may make.`,
      { cause: error },
    )
  }
}

const readDatabase = (db: Kysely<DB>, folder: string) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await beginReading(trx)
      const tables: TableEntry[] = []
      for (const { name } of await listTables(trx)) {
        const file = `tables/${name}.jsonl.gz`
        const lines = linesOf(readRows(trx, name, ROWS_AT_ONCE))
        const sha256 = await writeHashed(path.join(folder, file), lines, { zip: true })
        tables.push({ name, file, sha256, ...(await digestOf(trx, name)) })
      }
      return {
        migrations: await listMigrations(trx),
        tables,
        ledger: await listAccountSums(trx),
      }
    })

async function* linesOf(parts: AsyncIterable<string[]>): AsyncIterable<string> {
  for await (const lines of parts) yield `${lines.join('\n')}\n`
}

async function readObjects(
  storage: StorageGateway,
  folder: string,
  copyObjects: boolean,
): Promise<Manifest['objects']> {
  let count = 0
  let bytes = 0
  async function* entries(): AsyncIterable<string> {
    for await (const { key, bytes: size } of storage.survey('')) {
      // People start unfinished uploads again.
      if (!isKey(key) || key.startsWith(PIECES)) continue
      const entry: ObjectEntry = { key, bytes: size, sha256: null }
      if (copyObjects) {
        const object = await storage.open(key)
        // It was removed after it was listed.
        if (object === null) continue
        entry.sha256 = await writeHashed(objectFile(folder, key), object.stream)
      }
      count += 1
      bytes += size
      yield `${JSON.stringify(entry)}\n`
    }
  }
  const sha256 = await writeHashed(path.join(folder, OBJECTS), entries(), { zip: true })
  return { count, bytes, areCopied: copyObjects, sha256 }
}
