import type { Draft, DraftBody, Revision, getRevision } from '@plinth/contract/portfolios/drafts.ts'
import type { ResponseOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_REVISIONS } from '@plinth/contract/limits.ts'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../../core/session/viewer-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { itemColumns, itemJoins } from '../portfolio-sql.ts'
import { draftPeople, filesJson, isShowable } from './study-sql.ts'

/** Revisions that are all kept. Of older ones one is kept for each ten minutes. */
const RECENT_REVISIONS = 20
const THINNED_SECONDS = 600

/** A work of one person. */
export interface OwnWork {
  id: string
  creatorId: string
}

const isOwn = ({ id, creatorId }: OwnWork) => sql<boolean>`(
  p.id = ${id}::uuid and p.creator_id = ${creatorId}::uuid and p.state <> 'binned')`

export const draftStatement = (work: OwnWork): RawBuilder<{ json: string }> => sql<{
  json: string
}>`
  with ${meTable({ viewerId: work.creatorId })}
  select json_build_object(
    'title', coalesce(s.title, p.title), 'description', coalesce(s.description, p.description),
    'coverId', coalesce(s.cover_id, p.media_id), 'blocks', coalesce(s.draft, '[]'),
    'files', ${filesJson(sql`
      select sm.media_id from case_study_media sm where sm.item_id = p.id and sm.in_draft
      union select coalesce(s.cover_id, p.media_id)`)},
    'people', ${draftPeople(sql`coalesce(s.draft, '[]')`)},
    'item', (select row_to_json(w) from (select ${itemColumns}) w),
    'revision', coalesce(s.revision, 0),
    'savedAt', case when s.revision > 0 then ${isoTime(sql`s.saved_at`)} end,
    'publishedRevision', s.published_revision)::text as json
  from portfolio_items p ${itemJoins} left join case_studies s on s.item_id = p.id
  where ${isOwn(work)}`

/** The page of a work as its creator writes it, as the contract's Draft; undefined if it is not theirs or in the bin. */
export async function findDraft(db: Database, work: OwnWork): Promise<string | undefined> {
  const { rows } = await draftStatement(work).execute(db)
  return rows[0]?.json
}

export interface HeldDraft {
  coverId: string
  revision: number
  savedAt: Date
  /** The cover that others see. */
  mediaId: string
  /** Whether what is sent is what was saved last. */
  isSame: boolean
}

/** What a person writes: the blocks as they are stored. */
export type Content = Pick<Draft, 'title' | 'description' | 'coverId' | 'blocks'>

/** Locks the page of an own work, which begins with it; undefined if there is no such work. */
export async function lockDraft(
  trx: Database,
  work: OwnWork,
  { title, description, coverId, blocks }: Omit<DraftBody, 'base'>,
): Promise<HeldDraft | undefined> {
  await sql`
    insert into case_studies (item_id, title, description, cover_id)
    select p.id, p.title, p.description, p.media_id from portfolio_items p where ${isOwn(work)}
    on conflict (item_id) do nothing`.execute(trx)
  const { rows } = await sql<HeldDraft>`
    select s.cover_id as "coverId", s.revision, s.saved_at as "savedAt", p.media_id as "mediaId",
      (s.title, s.description, s.cover_id, s.draft)
        = (${title}, ${description}, ${coverId}::uuid, ${JSON.stringify(blocks)}::jsonb) as "isSame"
    from portfolio_items p join case_studies s on s.item_id = p.id
    where ${isOwn(work)} for update of s`.execute(trx)
  return rows[0]
}

/** Those of these files that this person has not, or that cannot be shown. */
export async function findUnusable(
  trx: Database,
  { mediaIds, ownerId }: { mediaIds: readonly string[]; ownerId: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select g.id from unnest(${mediaIds}::uuid[]) g (id) where not exists (
      select from media m where m.id = g.id and m.owner_id = ${ownerId}::uuid and ${isShowable})`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether this file is the cover of another work. Locks it, so that it cannot become ready before the work has it, and
 * nobody else takes it.
 */
export async function isCoverElsewhere(
  trx: Database,
  { mediaId, workId }: { mediaId: string; workId: string },
): Promise<boolean> {
  await sql`select id from media where id = ${mediaId}::uuid for no key update`.execute(trx)
  const { rows } = await sql`
    select from portfolio_items where media_id = ${mediaId}::uuid and id <> ${workId}::uuid limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

/** Saves a locked page as a new revision. Returns its number. */
export async function writeDraft(
  trx: Database,
  id: string,
  { title, description, coverId, blocks }: Content,
  { mediaIds, now }: { mediaIds: readonly string[]; now: Date },
): Promise<number> {
  const json = JSON.stringify(blocks)
  const { rows } = await sql<{ revision: number }>`
    with saved as (
      update case_studies set title = ${title}, description = ${description},
        cover_id = ${coverId}::uuid, draft = ${json}::jsonb, revision = revision + 1, saved_at = ${now}
      where item_id = ${id}::uuid returning item_id, revision)
    insert into case_study_revisions (item_id, revision, title, description, cover_id, media_ids, blocks, saved_at)
    select item_id, revision, ${title}, ${description}, ${coverId}::uuid, ${mediaIds}::uuid[],
      ${json}::jsonb, ${now}
    from saved returning revision`.execute(trx)
  const [saved] = rows
  if (saved === undefined) throw new Error(`the page of ${id} is gone although it was held`)
  await thinRevisions(trx, id)
  await moveFiles(trx, id, { mediaIds, flag: 'in_draft' })
  return saved.revision
}

/** Deletes revisions of which there are enough. What visitors see stays. */
async function thinRevisions(trx: Database, id: string): Promise<void> {
  await sql`
    delete from case_study_revisions r using (
      select item_id, revision, row_number() over (order by revision desc) as place,
        row_number() over (partition by floor(extract(epoch from saved_at) / ${sql.lit(THINNED_SECONDS)})
          order by revision desc) as nth
      from case_study_revisions where item_id = ${id}::uuid) n
    join case_studies s on s.item_id = n.item_id
    where (r.item_id, r.revision) = (n.item_id, n.revision)
      and r.revision is distinct from s.published_revision
      and ((n.place > ${sql.lit(RECENT_REVISIONS)} and n.nth > 1) or n.place > ${sql.lit(MAX_REVISIONS)})`.execute(
    trx,
  )
}

/** Notes which files the draft or the published page shows, and forgets those that no revision uses. */
async function moveFiles(
  trx: Database,
  id: string,
  { mediaIds, flag }: { mediaIds: readonly string[]; flag: 'in_draft' | 'in_published' },
): Promise<void> {
  const column = sql.ref(flag)
  await sql`
    insert into case_study_media (item_id, media_id, ${column})
    select distinct ${id}::uuid, g.id, true from unnest(${mediaIds}::uuid[]) g (id) order by 2
    on conflict (item_id, media_id) do update set ${column} = true
      where not case_study_media.${column}`.execute(trx)
  await sql`
    update case_study_media set ${column} = false
    where item_id = ${id}::uuid and ${column} and media_id <> all (${mediaIds}::uuid[])`.execute(
    trx,
  )
  await sql`
    delete from case_study_media sm
    where sm.item_id = ${id}::uuid and not sm.in_draft and not sm.in_published and not exists (
      select from case_study_revisions r
      where r.item_id = sm.item_id and sm.media_id = any (r.media_ids))
      and not exists (
        select from post_media pm join posts q on q.id = pm.post_id
        where pm.media_id = sm.media_id and q.portfolio_id = sm.item_id)`.execute(trx)
}

export interface ToPublish {
  title: string
  description: string
  coverId: string
  blocks: Block[]
  revision: number
  publishedRevision: number | null
  mediaId: string
}

/** Locks an own work and its page, if there is one; undefined if there is no such work. */
export async function lockToPublish(
  trx: Database,
  work: OwnWork,
): Promise<ToPublish | 'unsaved' | undefined> {
  const { rows: works } = await sql<{ mediaId: string }>`
    select p.media_id as "mediaId" from portfolio_items p where ${isOwn(work)} for update`.execute(
    trx,
  )
  const [held] = works
  if (held === undefined) return undefined
  const { rows } = await sql<Omit<ToPublish, 'mediaId'>>`
    select title, description, cover_id as "coverId", draft as blocks, revision,
      published_revision as "publishedRevision"
    from case_studies where item_id = ${work.id}::uuid and revision > 0 for update`.execute(trx)
  const [page] = rows
  return page === undefined ? 'unsaved' : { ...page, mediaId: held.mediaId }
}

/** Makes these blocks of a locked page what visitors see. */
export async function writePublished(
  trx: Database,
  id: string,
  { blocks, mediaIds, now }: { blocks: readonly Block[]; mediaIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update case_studies set published = ${JSON.stringify(blocks)}::jsonb, published_revision = revision,
      published_at = ${now}
    where item_id = ${id}::uuid`.execute(trx)
  await moveFiles(trx, id, { mediaIds, flag: 'in_published' })
}

/** Remembers a cover that another one replaces: a post that shows it still shows the work alone, and goes with it. */
export async function keepCover(
  trx: Database,
  { workId, mediaId }: { workId: string; mediaId: string },
): Promise<void> {
  await sql`
    insert into case_study_media (item_id, media_id)
    select distinct q.portfolio_id, pm.media_id
    from post_media pm join posts q on q.id = pm.post_id
    where pm.media_id = ${mediaId}::uuid and q.portfolio_id = ${workId}::uuid
    on conflict do nothing`.execute(trx)
}

/** Gives a page the title and the description that its work was given elsewhere. */
export async function renameDraft(
  trx: Database,
  id: string,
  { title, description }: { title?: string | undefined; description?: string | undefined },
): Promise<void> {
  if (title === undefined && description === undefined) return
  await sql`
    update case_studies set title = coalesce(${title ?? null}, title),
      description = coalesce(${description ?? null}, description)
    where item_id = ${id}::uuid`.execute(trx)
}

/** The files of a locked work's page, with those of its earlier revisions. */
export async function findStudyMedia(trx: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media_id as id from case_study_media where item_id = ${id}::uuid order by media_id`.execute(
    trx,
  )
  return rows.map((row) => row.id)
}

/** Earlier revisions, newest first; undefined if there is no such work. */
export async function findRevisions(db: Database, work: OwnWork): Promise<Revision[] | undefined> {
  const { rows } = await sql<{ revisions: Revision[] }>`
    select (
      select coalesce(json_agg(json_build_object('revision', r.revision, 'savedAt', ${isoTime(sql`r.saved_at`)},
        'blockCount', jsonb_array_length(r.blocks),
        'isPublished', r.revision is not distinct from s.published_revision) order by r.revision desc), '[]')
      from case_study_revisions r join case_studies s on s.item_id = r.item_id
      where r.item_id = p.id) as revisions
    from portfolio_items p where ${isOwn(work)}`.execute(db)
  return rows[0]?.revisions
}

type OneRevision = ResponseOf<typeof getRevision>

export async function findRevision(
  db: Database,
  work: OwnWork,
  revision: number,
): Promise<OneRevision | undefined> {
  const { rows } = await sql<{ json: OneRevision }>`
    with ${meTable({ viewerId: work.creatorId })}
    select json_build_object('title', r.title, 'description', r.description, 'coverId', r.cover_id,
      'blocks', r.blocks, 'files', ${filesJson(sql`select unnest(r.media_ids)`)},
      'people', ${draftPeople(sql`r.blocks`)}, 'revision', r.revision,
      'savedAt', ${isoTime(sql`r.saved_at`)}) as json
    from portfolio_items p join case_study_revisions r on r.item_id = p.id
    where ${isOwn(work)} and r.revision = ${revision}::int`.execute(db)
  return rows[0]?.json
}
