import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { touchUpload, type UploadKey } from './upload-queries.ts'

/** Consecutive bytes of an upload, which are one object. */
export interface Piece {
  id: string
  /** Where in the file its first byte is. */
  begins: number
  bytes: number
}

/** The pieces of an upload, from its first byte on and without a gap. */
export async function listPieces(db: Database, uploadId: string): Promise<Piece[]> {
  const { rows } = await sql<Piece>`
    select id, begins::int as begins, bytes from upload_pieces
    where upload_id = ${uploadId}::uuid order by begins`.execute(db)
  return rows
}

/** How many bytes all pieces of an upload have. */
export async function countReceived(db: Database, uploadId: string): Promise<number> {
  const { rows } = await sql<{ received: number }>`
    select coalesce(sum(bytes), 0)::int as received from upload_pieces
    where upload_id = ${uploadId}::uuid`.execute(db)
  return rows[0]?.received ?? 0
}

interface Follows {
  /** How many bytes there were when the piece was begun. */
  received: number
  /** The piece whose bytes it begins with and whose place it takes. */
  replaces: string | null
}

/**
 * Records a piece that is in the bucket, if the upload still has as many bytes as when the piece was begun. The lock on
 * the upload's row decides between servers that receive the same upload: for the second one, the offset has `moved`.
 */
export async function recordPiece(
  db: Database,
  key: UploadKey,
  piece: Piece,
  { received, replaces }: Follows,
): Promise<'recorded' | 'moved' | 'ended'> {
  return db.transaction().execute(async (trx) => {
    if (!(await touchUpload(trx, key))) return 'ended'
    if ((await countReceived(trx, key.id)) !== received) return 'moved'
    if (replaces !== null && !(await deletePiece(trx, replaces))) return 'moved'
    await trx
      .insertInto('upload_pieces')
      .values({ ...piece, begins: BigInt(piece.begins), upload_id: key.id })
      .execute()
    return 'recorded'
  })
}

async function deletePiece(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('upload_pieces')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Takes back this piece and those after it, so that the upload continues from there. */
export async function forgetPiecesFrom(db: Database, id: string): Promise<void> {
  await sql`delete from upload_pieces p using upload_pieces lost
    where lost.id = ${id}::uuid and p.upload_id = lost.upload_id and p.begins >= lost.begins`.execute(
    db,
  )
}

/** Which of these ids are pieces of unfinished uploads. */
export async function findPieces(db: Database, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from upload_pieces where id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}
