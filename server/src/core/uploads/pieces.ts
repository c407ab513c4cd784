import { readFile, stat, statfs } from 'node:fs/promises'
import pLimit from 'p-limit'
import { newId } from '../../db/id.ts'
import type { Deps } from '../../deps.ts'
import { withTempFile, writeNewFile } from '../../gateways/files.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { inTurns } from '../media/intake/body.ts'
import { forEachConcurrently } from '../media/processing/concurrency.ts'
import { createFolder, type FolderDeps } from './folder.ts'
import { locked } from './locks.ts'
import {
  countReceived,
  findPieces,
  forgetPiecesFrom,
  listPieces,
  recordPiece,
  type Piece,
} from './piece-queries.ts'
import {
  arriving,
  incomplete,
  LEFTOVER_MS,
  PIECES,
  storageFull,
  type Leftover,
  type Staging,
} from './staging.ts'
import type { UploadKey } from './upload-queries.ts'

/** As much as browsers send at once. One request to the store takes as much. */
const PIECE_BYTES = 5 * 1024 ** 2
/** A last piece that is smaller is sent again with what follows it, so that short chunks don't become many objects. */
const SMALL_PIECE_BYTES = 256 * 1024
/** A piece is in memory only while it is being sent: together at most 80 MB. */
const SENT_AT_ONCE = 16
/** When more pieces wait, the store is slow or away, and waiting would not help. */
const MAX_WAITING = 64
const REMOVED_AT_ONCE = 8
const CHECKED_AT_ONCE = 1_000

const KEY = new RegExp(String.raw`^${PIECES}[\da-f-]{36}/(?<id>[\da-f-]{36})\.part$`)
const prefixOf = (uploadId: string): string => `${PIECES}${uploadId}/`
const keyOf = (uploadId: string, pieceId: string): string => `${prefixOf(uploadId)}${pieceId}.part`

type PiecesDeps = FolderDeps & Pick<Deps, 'storage'>

const sending = pLimit(SENT_AT_ONCE)
/** Bytes of uploads that are being downloaded, and not yet on this disk. */
let expectedBytes = 0

/**
 * Keeps unfinished uploads in the bucket, where any server can go on with them. Bytes are collected in a temporary file
 * until they are a piece, which is sent to the bucket and then recorded in the database. The recorded pieces are what
 * has arrived; an object without a row is left over.
 */
export function createPieces(deps: PiecesDeps): Staging {
  const { db, env, storage } = deps
  const folder = createFolder(deps)
  return {
    open: folder.open,
    received: (id) => countReceived(db, id),
    append: async (key, source, { offset, onBytes }) => {
      let tail = (await listPieces(db, key.id)).at(-1)
      // Another server has received bytes meanwhile.
      if (endOf(tail) !== offset) throw locked()
      const rest = divide(arriving(source, onBytes))
      while (!rest.isEnded()) {
        tail = (await addPiece(deps, key, tail, rest)) ?? tail
      }
      return endOf(tail)
    },
    withFile: (upload, work) =>
      withTempFile(env.dataDir, async (file) => {
        await download(deps, upload, file)
        return work(file)
      }),
    remove: async (id) => {
      const keys: string[] = []
      for await (const key of storage.list(prefixOf(id))) keys.push(key)
      await forEachConcurrently(keys, REMOVED_AT_ONCE, storage.remove)
    },
    leftovers: async function* () {
      // From before there was a bucket.
      yield* folder.leftovers()
      yield* leftoverObjects(deps)
    },
  }
}

const endOf = (last: Piece | undefined): number => (last ? last.begins + last.bytes : 0)

type Rest = ReturnType<typeof divide>

/** Collects the next piece, sends it and records it. Returns null when no bytes came. */
function addPiece(
  deps: PiecesDeps,
  key: UploadKey,
  tail: Piece | undefined,
  rest: Rest,
): Promise<Piece | null> {
  const received = endOf(tail)
  const begun = tail !== undefined && tail.bytes < SMALL_PIECE_BYTES ? tail : null
  const kept = begun?.bytes ?? 0
  return withTempFile(deps.env.dataDir, async (file) => {
    const collected = async function* () {
      if (begun !== null) yield* bytesOf(deps, key.id, begun)
      yield* inTurns(rest.next(PIECE_BYTES - kept))
    }
    await writeNewFile(file, collected())
    const { size } = await stat(file)
    if (size === kept) return null
    const piece = { id: newId(), begins: received - kept, bytes: size }
    await send(deps, keyOf(key.id, piece.id), file)
    const follows = { received, replaces: begun?.id ?? null }
    const outcome = await recordPiece(deps.db, key, piece, follows)
    if (outcome !== 'recorded') {
      await deps.storage.remove(keyOf(key.id, piece.id))
      throw outcome === 'moved' ? locked() : notFound()
    }
    if (begun !== null) await deps.storage.remove(keyOf(key.id, begun.id))
    return piece
  })
}

async function send({ storage }: PiecesDeps, key: string, file: string): Promise<void> {
  if (sending.pendingCount >= MAX_WAITING) {
    throw new AppError('unavailable', 'The file store is busy. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    })
  }
  try {
    await sending(async () => storage.put(key, await readFile(file)))
  } catch (error) {
    const isFull = error instanceof AppError && error.code === 'storage.full'
    throw isFull ? Object.assign(storageFull(), { cause: error }) : error
  }
}

/** Writes a whole upload to a new file. Refuses when it would not fit beside those that are being downloaded. */
async function download(
  deps: PiecesDeps,
  { id, bytes }: { id: string; bytes: number },
  file: string,
): Promise<void> {
  const { bavail, bsize } = await statfs(deps.env.dataDir)
  if (bavail * bsize - expectedBytes < bytes) throw storageFull()
  let expected = bytes
  expectedBytes += expected
  const pieces = async function* () {
    let received = 0
    for (const piece of await listPieces(deps.db, id)) {
      for await (const chunk of bytesOf(deps, id, piece)) {
        yield chunk
        received += chunk.length
        expected -= chunk.length
        expectedBytes -= chunk.length
      }
    }
    if (received !== bytes) throw incomplete({ received, bytes })
  }
  try {
    await writeNewFile(file, pieces())
  } finally {
    expectedBytes -= expected
  }
}

/** The bytes of a piece. When the bucket has lost it, the upload goes back to before it, and the client sends it again. */
async function* bytesOf(
  { db, storage }: PiecesDeps,
  uploadId: string,
  piece: Piece,
): AsyncGenerator<Buffer> {
  const object = await storage.open(keyOf(uploadId, piece.id))
  if (object?.size !== piece.bytes) {
    object?.stream.destroy()
    await forgetPiecesFrom(db, piece.id)
    throw new AppError(
      'conflict',
      'Some bytes of this upload were lost. Ask for the offset with HEAD and continue from there.',
    )
  }
  yield* object.stream as AsyncIterable<Buffer>
}

/** Divides what arrives: each call of `next` yields at most this many bytes of it. */
function divide(chunks: AsyncIterator<Buffer>) {
  let chunk: Buffer = Buffer.alloc(0)
  let isEnded = false
  return {
    isEnded: () => isEnded,
    next: async function* (bytes: number): AsyncGenerator<Buffer> {
      for (let missing = bytes; missing > 0;) {
        if (chunk.length === 0) {
          const { value, done } = await chunks.next()
          if (done === true) {
            isEnded = true
            return
          }
          chunk = value
        }
        const part = chunk.subarray(0, missing)
        chunk = chunk.subarray(part.length)
        missing -= part.length
        yield part
      }
    },
  }
}

/** Objects of pieces that were never recorded, were replaced, or whose upload has ended. */
async function* leftoverObjects({ db, storage }: PiecesDeps): AsyncGenerator<Leftover> {
  let ids = new Map<string, string>()
  const left = async function* (): AsyncGenerator<Leftover> {
    const found = await findPieces(db, [...ids.keys()])
    for (const [id, key] of ids) {
      if (!found.has(id)) yield { name: key, remove: () => storage.remove(key) }
    }
    ids = new Map()
  }
  for await (const { key, changedAt } of storage.survey(PIECES)) {
    const id = KEY.exec(key)?.groups?.id
    if (id !== undefined && Date.now() - changedAt.getTime() > LEFTOVER_MS) ids.set(id, key)
    if (ids.size === CHECKED_AT_ONCE) yield* left()
  }
  yield* left()
}
