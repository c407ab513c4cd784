import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Digest } from './backup-queries.ts'

export const MANIFEST = 'manifest.json'
export const OBJECTS = 'objects.jsonl.gz'

export interface TableEntry extends Digest {
  name: string
  file: string
  sha256: string
}

export interface ObjectEntry {
  key: string
  bytes: number
  /** Null where only the list was kept. */
  sha256: string | null
}

/** What a backup holds, with all that is needed to know that it was put back whole. */
export interface Manifest {
  format: 1
  madeAt: string
  /** The version of the database, by its migrations. */
  migrations: string[]
  tables: TableEntry[]
  /** Sums of the books, in cents. */
  ledger: Record<string, string>
  objects: { count: number; bytes: number; areCopied: boolean; sha256: string }
}

/** Why a backup cannot be made or put back, in a sentence for whoever runs Plinth. */
export class BackupError extends Error {}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no whole backup: ${MANIFEST} is missing.`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) throw new BackupError(`${folder} was made by a newer Plinth.`)
  return manifest
}

export const objectFile = (folder: string, key: string): string => path.join(folder, 'objects', key)
