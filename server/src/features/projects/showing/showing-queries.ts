import { CATEGORIES, type CategorySlug } from '@plinth/contract/choices.ts'
import type { ShowingAnswer } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'

export interface HeldShowing {
  answer: ShowingAnswer | null
  /** `2027-03-06`; null unless the answer is `later`. */
  showFrom: string | null
  namesClient: boolean
  workId: string | null
}

/** The question of a locked project; undefined until it is asked. */
export async function findShowing(
  trx: Database,
  projectId: string,
): Promise<HeldShowing | undefined> {
  const { rows } = await sql<HeldShowing>`
    select answer, show_from::text as "showFrom", names_client as "namesClient", item_id as "workId"
    from project_showings where project_id = ${projectId}::uuid`.execute(trx)
  return rows[0]
}

export async function insertShowing(trx: Database, projectId: string, now: Date): Promise<void> {
  await sql`
    insert into project_showings (project_id, asked_at) values (${projectId}::uuid, ${now})`.execute(
    trx,
  )
}

interface Answer {
  answer: ShowingAnswer
  showFrom: string | null
  namesClient: boolean
}

export async function updateShowing(
  trx: Database,
  projectId: string,
  { answer, showFrom, namesClient }: Answer,
  now: Date,
): Promise<void> {
  await sql`
    update project_showings set answer = ${answer}, show_from = ${showFrom}::date,
      names_client = ${namesClient}::boolean, answered_at = ${now}
    where project_id = ${projectId}::uuid`.execute(trx)
}

export async function noteShownWork(
  trx: Database,
  projectId: string,
  workId: string,
): Promise<void> {
  await sql`
    update project_showings set item_id = ${workId}::uuid
    where project_id = ${projectId}::uuid`.execute(trx)
}

export interface DeliveredFile {
  id: string
  fileName: string
  kind: string
  bytes: number
}

/** The files of a project's last delivery that are named here, in the order in which they are named. */
export async function findDelivered(
  db: Database,
  projectId: string,
  fileIds: readonly string[],
): Promise<DeliveredFile[]> {
  const { rows } = await sql<DeliveredFile>`
    select df.id, df.file_name as "fileName", df.kind, df.bytes::float8 as bytes
    from delivery_files df
    where df.id = any (${fileIds}::uuid[]) and df.delivery_id = (
      select id from project_deliveries where project_id = ${projectId}::uuid
      order by number desc limit 1)
    order by array_position(${fileIds}::uuid[], df.id)`.execute(db)
  return rows
}

/** The category of the work that a project was about, or of its creator's newest one. */
export async function findCategory(db: Database, projectId: string): Promise<CategorySlug> {
  const { rows } = await sql<{ slug: CategorySlug }>`
    select c.slug from projects p
    join lateral (
      select category_id, i.id = p.item_id as is_its, i.created_at from portfolio_items i
      where i.creator_id = p.creator_id
      order by is_its desc nulls last, i.created_at desc limit 1) i on true
    join categories c on c.id = i.category_id
    where p.id = ${projectId}::uuid`.execute(db)
  return rows[0]?.slug ?? CATEGORIES[0].slug
}

/** The name of somebody who can be named; null once they have left. */
export async function findClientName(db: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select btrim(first_name || ' ' || last_name) as name from users
    where id = ${userId}::uuid and not is_gone`.execute(db)
  return rows[0]?.name ?? null
}
