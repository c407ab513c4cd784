import { sql } from 'kysely'
import { newId } from '../../src/db/id.ts'
import type { Deps } from '../../src/deps.ts'

export interface WorkOptions {
  title?: string
  description?: string
  /** 1 to 6, as in the contract. */
  categoryId?: number
  tags?: string[]
  priceCents?: number | null
  isListed?: boolean
  featuredAt?: Date
  createdAt?: Date
  pop?: number
  width?: number
  height?: number
}

/** Inserts a published work with a ready picture, but without a file. Returns its id. */
export async function makeWork(
  { db }: Deps,
  creator: { id: string },
  options: WorkOptions = {},
): Promise<string> {
  const {
    title = 'Untitled',
    description = '',
    categoryId = 1,
    tags = [],
    isListed = true,
  } = options
  const id = newId()
  const mediaId = newId()
  await sql`
    with m as (
      insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes,
        bytes, width, height, thumbhash, alt, rendition_widths)
      values (${mediaId}, ${creator.id}, ${isListed ? 'ready' : 'processing'}, 'work.jpg', 'image/jpeg',
        'jpg', 9, 9, ${options.width ?? 1200}, ${options.height ?? 900}, '1QcSHQRnh493V4dIh4eXh1h4kJUI',
        '', ${isListed ? [320, 640, 960] : []})),
    counted as (update users set work_count = work_count + 1 where id = ${creator.id}),
    room as (
      update categories set work_count = work_count + 1 where id = ${categoryId} and ${isListed}::boolean),
    words as (
      insert into search_terms (word, stem, item_count)
      select distinct w.word, w.stem, 1 from users u, categories c, search_words(
        concat_ws(' ', ${title}::text, ${tags.join(' ')}::text, u.first_name, u.last_name, c.name,
          ${description}::text)) w
      where u.id = ${creator.id} and c.id = ${categoryId} order by 1 on conflict do nothing)
    insert into portfolio_items (id, creator_id, category_id, title, description, media_id,
      starting_price_cents, tags, is_listed, featured_at, pop, created_at, doc)
    select ${id}::uuid, u.id, c.id, ${title}, ${description}, ${mediaId}::uuid,
      ${options.priceCents ?? null}::bigint, ${tags}::text[], ${isListed}::boolean,
      ${options.featuredAt ?? null}::timestamptz, ${options.pop ?? 0}::real,
      ${options.createdAt ?? new Date()}::timestamptz,
      portfolio_doc(${title}, ${tags}::text[], u.first_name || ' ' || u.last_name, c.name, ${description})
    from users u, categories c where u.id = ${creator.id} and c.id = ${categoryId}`.execute(db)
  return id
}
