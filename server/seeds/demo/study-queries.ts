import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

export interface SeedStudy {
  workId: string
  description: string
  blocks: Block[]
  mediaIds: string[]
  credits: { id: string; lineId: string; personId: string; role: string }[]
  at: Date
}

/** Inserts published case studies. None is older than its work. */
export async function insertStudies(trx: Database, studies: readonly SeedStudy[]): Promise<void> {
  for (const { workId, description, blocks, mediaIds, credits, at } of studies) {
    const json = JSON.stringify(blocks)
    await sql`
      insert into case_studies (item_id, title, description, cover_id, draft, revision, saved_at, published,
        published_revision, published_at)
      select p.id, p.title, ${description}, p.media_id, ${json}::jsonb, 1, t.at, ${json}::jsonb, 1, t.at
      from portfolio_items p cross join lateral (select greatest(${at}, p.created_at) as at) t
      where p.id = ${workId}::uuid
      on conflict do nothing`.execute(trx)
    await sql`
      insert into case_study_revisions (item_id, revision, title, description, cover_id, media_ids, blocks, saved_at)
      select item_id, 1, title, description, cover_id, array[cover_id] || ${mediaIds}::uuid[], draft, saved_at
      from case_studies where item_id = ${workId}::uuid
      on conflict do nothing`.execute(trx)
    await sql`
      insert into case_study_media (item_id, media_id, in_draft, in_published)
      select s.item_id, f.id, true, f.id = any (${mediaIds}::uuid[])
      from case_studies s cross join lateral (
        select s.cover_id as id union select unnest(${mediaIds}::uuid[])) f
      where s.item_id = ${workId}::uuid
      on conflict do nothing`.execute(trx)
    await sql`
      insert into credits (id, item_id, person_id, line_id, role, state, asked_at, answered_at)
      select c.id, s.item_id, c.person_id, c.line_id, c.role, 'accepted', s.published_at, s.published_at
      from unnest(${credits.map(({ id }) => id)}::uuid[], ${credits.map(({ personId }) => personId)}::uuid[],
        ${credits.map(({ lineId }) => lineId)}::uuid[], ${credits.map(({ role }) => role)}::text[])
        as c (id, person_id, line_id, role)
      join users u on u.id = c.person_id
      join case_studies s on s.item_id = ${workId}::uuid
      on conflict do nothing`.execute(trx)
    await sql`
      update portfolio_items i set has_case_study = true, description = ${description}, doc = portfolio_doc(
        i.title, i.tags, u.first_name || ' ' || u.last_name, c.name, ${description})
      from users u, categories c
      where i.id = ${workId}::uuid and u.id = i.creator_id and c.id = i.category_id`.execute(trx)
  }
}
