import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { isKey, type StorageGateway } from '../gateways/storage/storage.ts'
import {
  hashOf,
  hashOfFile,
  readLines,
  BackupError,
  OBJECTS,
  objectFile,
  readManifest,
  type Manifest,
  type ObjectEntry,
} from './archive.ts'
import {
  beginReading,
  digestOf,
  insertRows,
  isInhabited,
  listAccountSums,
  listMigrations,
  listTables,
  refill,
  type Table,
} from './backup-queries.ts'
import type { Place } from './backup.ts'

const ROWS_AT_ONCE = 1_000

/**
 * Restores a backup into an empty database and an empty store, and checks the result against the manifest. The database
 * gets everything or nothing. The server must not be running.
 */
export async function restore({ db, storage }: Place, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await checkFiles(folder, manifest)
  await checkEmpty(storage, manifest)
  // Objects first, so that no row exists before its file.
  await fillStore(storage, folder, manifest)
  await fillDatabase(db, folder, manifest)
  return manifest
}

/** Checks that every file of the backup is undamaged, before anything is changed. */
async function checkFiles(folder: string, { tables, objects }: Manifest): Promise<void> {
  const files = [...tables, { file: OBJECTS, sha256: objects.sha256 }]
  for (const { file, sha256 } of files) {
    const found = await hashOfFile(path.join(folder, file)).catch(() => null)
    if (found !== sha256) throw new BackupError(`${file} of this backup is missing or damaged.`)
  }
}

async function checkEmpty(storage: StorageGateway, { objects }: Manifest): Promise<void> {
  if (!objects.areCopied) return
  for await (const key of storage.list('')) {
    if (isKey(key))
      throw new BackupError(`The store is not empty: it holds ${key}. Nothing was restored.`)
  }
}

/** Copies the objects into the store. If the backup holds only their list, the store must already have them. */
async function fillStore(
  storage: StorageGateway,
  folder: string,
  { objects }: Manifest,
): Promise<void> {
  for await (const line of readLines(path.join(folder, OBJECTS))) {
    const entry = JSON.parse(line) as ObjectEntry
    if (objects.areCopied)
      await storage.put(entry.key, createReadStream(objectFile(folder, entry.key)))
    await checkObject(storage, entry)
  }
}

async function checkObject(
  storage: StorageGateway,
  { key, bytes, sha256 }: ObjectEntry,
): Promise<void> {
  if (sha256 === null) {
    if ((await storage.size(key)) !== bytes)
      throw new BackupError(
        `The store has no ${key} of ${bytes} bytes. Bring its objects back first.`,
      )
    return
  }
  const object = await storage.open(key)
  if (object === null || (await hashOf(object.stream)) !== sha256)
    throw new BackupError(`${key} is not what it was when the backup was made.`)
}

const fillDatabase = (db: Kysely<DB>, folder: string, manifest: Manifest): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await beginReading(trx)
    const here = await listMigrations(trx)
    if (here.join() !== manifest.migrations.join()) {
      throw new BackupError(
        `This backup is of another version: its last migration is ${manifest.migrations.at(-1)}, here it is ${here.at(-1)}. Restore with the version that made it, then upgrade.`,
      )
    }
    if (await isInhabited(trx))
      throw new BackupError('The database is not empty. Nothing was restored.')
    const tables = new Map((await listTables(trx)).map((table) => [table.name, table]))
    const wanted = manifest.tables.map(({ name }) => tables.get(name))
    if (wanted.includes(undefined) || tables.size !== wanted.length)
      throw new BackupError('The database has other tables than the backup. Nothing was restored.')
    await refill(trx, wanted as Table[], (table) => fill(table))

    async function fill(table: Table): Promise<void> {
      let lines: string[] = []
      for await (const line of readLines(path.join(folder, `tables/${table.name}.jsonl.gz`))) {
        lines.push(line)
        if (lines.length < ROWS_AT_ONCE) continue
        await insertRows(trx, table, lines)
        lines = []
      }
      if (lines.length > 0) await insertRows(trx, table, lines)
    }

    for (const { name, rows, digest } of manifest.tables) {
      const now = await digestOf(trx, name)
      if (now.rows !== rows || now.digest !== digest)
        throw new BackupError(
          `${name} is not what it was: ${now.rows} rows instead of ${rows}, or others.`,
        )
    }
    const sums = JSON.stringify(await listAccountSums(trx))
    if (sums !== JSON.stringify(manifest.ledger))
      throw new BackupError(`The books do not add up to what they did: ${sums}.`)
  })
