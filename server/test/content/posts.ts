import { sql } from 'kysely'
import { newId } from '../../src/db/id.ts'
import type { Deps } from '../../src/deps.ts'

export interface PostOptions {
  title?: string
  description?: string
  /** 1 to 6, as in the contract. */
  categoryId?: number | null
  tags?: string[]
  portfolioId?: string | null
  isPublic?: boolean
  isApproved?: boolean
  isReady?: boolean
  kind?: 'image' | 'video'
  createdAt?: Date
  likeCount?: number
  viewCount?: number
  hot?: number
}

/** Inserts a post with one ready media row, but without a file. Returns its id. */
export async function makePost(
  { db }: Deps,
  creator: { id: string },
  options: PostOptions = {},
): Promise<string> {
  const { title = 'Untitled', tags = [], kind = 'image', isReady = true } = options
  const id = newId()
  const mediaId = newId()
  const createdAt = options.createdAt ?? new Date()
  const state = isReady ? 'ready' : 'processing'
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into media (id, owner_id, kind, state, file_name, content_type, extension, received_bytes,
        bytes, width, height, thumbhash, alt, rendition_widths, duration_ms, plays)
      values (${mediaId}, ${creator.id}, ${kind}, ${state}, 'post', ${kind === 'video' ? 'video/mp4' : 'image/jpeg'},
        ${kind === 'video' ? 'mp4' : 'jpg'}, 9, 9, 1200, 900, '1QcSHQRnh493V4dIh4eXh1h4kJUI', '',
        ${isReady ? [320, 640, 960] : []}, ${kind === 'video' ? 6_000 : null},
        ${kind === 'video' ? 'original' : null})`.execute(trx)
    await sql`
      insert into posts (id, creator_id, category_id, type, title, description, tags, portfolio_id, is_public,
        is_approved, is_ready, like_count, view_count, hot, created_at)
      values (${id}, ${creator.id}, ${options.categoryId === undefined ? 1 : options.categoryId}, ${kind},
        ${title}, ${options.description ?? ''}, ${tags}, ${options.portfolioId ?? null},
        ${options.isPublic ?? true}, ${options.isApproved ?? true}, ${isReady},
        ${options.likeCount ?? 0}, ${options.viewCount ?? 0},
        ${options.hot ?? createdAt.getTime() / 1000 / 172_800}, ${createdAt})`.execute(trx)
    await sql`insert into post_media (post_id, position, media_id) values (${id}, 0, ${mediaId})`.execute(
      trx,
    )
  })
  return id
}

export interface FormPart {
  name: string
  fileName?: string
  value: string | Uint8Array<ArrayBuffer>
}

/** A multipart body with the parts in the given order, and its content type header. */
export async function formOf(
  parts: FormPart[],
): Promise<{ body: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData()
  for (const { name, fileName, value } of parts) {
    if (fileName === undefined) form.append(name, String(value))
    else form.append(name, new Blob([value]), fileName)
  }
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
