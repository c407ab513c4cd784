import { MAX_ARCHIVE_ENTRIES, MAX_ARCHIVE_NAME } from '@plinth/contract/limits.ts'
import { getFileNameLowLevel, openPromise, type Entry } from 'yauzl'
import type { ArchiveList } from './documents-tasks.ts'

/** Entries of an archive that are read. */
const MAX_READ = 5_000
/** Documents, programs and books are archives, too, and nobody would want to see what they are made of. */
const OTHER_FORMATS =
  /^(?:\[Content_Types\]\.xml|mimetype|META-INF\/(?:MANIFEST\.MF|container\.xml))$/i
/** Characters that hide or turn around what is beside them. */
const HIDING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu
const REPLACED = '\ufffd'
const OUTSIDE = new Set(['', '.', '..'])

/**
 * Reads the list of files at the end of a ZIP archive without opening any of them. Returns null for formats that only use ZIP as
 * their container, and for an archive without files.
 */
export async function listArchive({ file }: { file: string }): Promise<ArchiveList | null> {
  // Names are decoded here, because one bad name would otherwise end the reading.
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false })
  try {
    const entries: ArchiveList['entries'] = []
    let read = 0
    let bytes = 0
    for await (const entry of zip.eachEntry()) {
      if (read >= MAX_READ) break
      read += 1
      const path = pathOf(entry)
      if (OTHER_FORMATS.test(path)) return null
      if (path.endsWith('/')) continue
      const size = Math.min(entry.uncompressedSize, Number.MAX_SAFE_INTEGER)
      bytes = Math.min(bytes + size, Number.MAX_SAFE_INTEGER)
      entries.push({ name: shownName(path), bytes: size })
    }
    if (entries.length === 0) return null
    const isWhole = zip.entryCount <= MAX_READ
    return {
      entries: entries.toSorted(byPath).slice(0, MAX_ARCHIVE_ENTRIES),
      all: isWhole ? entries.length : zip.entryCount,
      bytes: isWhole ? bytes : null,
    }
  } finally {
    zip.close()
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Many programs write names in UTF-8 and don't say so. */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  try {
    return utf8.decode(fileNameRaw).replaceAll('\\', '/')
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  }
}

/** A path inside the archive that can be shown: it leads nowhere else, and hides nothing. */
function shownName(path: string): string {
  const name = path
    .replaceAll(HIDING, REPLACED)
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((part) => !OUTSIDE.has(part.trim()))
    .join('/')
  const characters = Array.from(name === '' ? REPLACED : name)
  if (characters.length <= MAX_ARCHIVE_NAME) return characters.join('')
  // The end says what kind of file it is.
  return `…${characters.slice(1 - MAX_ARCHIVE_NAME).join('')}`
}

const { compare } = new Intl.Collator('en', { numeric: true })

/** Folder by folder, with what is in a folder before the folders in it. */
function byPath(one: { name: string }, other: { name: string }): number {
  return compare(folderOf(one.name), folderOf(other.name)) || compare(one.name, other.name)
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
