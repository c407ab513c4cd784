import type { CaseStudy, CreditState } from '@plinth/contract/portfolios/studies.ts'
import { sql, type RawBuilder } from 'kysely'
import { audioJson, documentJson, pictureJson, videoJson } from '../../../core/media/media-sql.ts'
import { isBlockBetween, isNotBlocked } from '../../../core/users/block-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import { isoTime } from '../../../db/time-sql.ts'

/** Whether the file of `media m` can be shown: its processing did not fail, and staff do not hold it back. */
export const isShowable = sql<boolean>`(m.state <> 'failed'
  and not exists (select from media_reviews mr where mr.id = m.id and mr.state <> 'passed'))`

/** The files with these ids (a list, or a statement that gives them), by id. */
export const filesJson = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(json_object_agg(m.id, json_build_object('kind', m.kind, 'fileName', m.file_name,
    'picture', ${pictureJson()}, 'video', ${videoJson()}, 'audio', ${audioJson()},
    'document', ${documentJson()})), '{}')
  from media m where m.id in (${ids}) and ${isShowable})`

/** Whether a credited person `cu` can be named to the viewer in `me` beside a work of `creatorId`. */
const canBeNamed = (creatorId: RawBuilder<unknown>) => sql<boolean>`(not cu.is_gone
  and ${isNotBlocked(sql`cu.id`)} and not ${isBlockBetween(sql`cu.id`, creatorId)})`

/** The people whom a published case study of work `p` names, by line. Its creator also sees who has not answered. */
const namedPeople = sql`(
  select coalesce(json_object_agg(cr.line_id, json_build_object('person', ${personJson('cu')},
    'state', cr.state)), '{}')
  from credits cr join users cu on cu.id = cr.person_id
  where cr.item_id = p.id and cr.line_id is not null and ${canBeNamed(sql`p.creator_id`)}
    and (cr.state = 'accepted'
      or (cr.state = 'asked' and p.creator_id = (select user_id from me))))`

/**
 * The people whom these blocks of work `p` name, by line. A line that was not published yet, or whose role differs from
 * what they agreed to, is still to be asked.
 */
export const draftPeople = (blocks: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(json_object_agg(l.line ->> 'id', json_build_object('person', ${personJson('cu')},
    'state', ${lineState})), '{}')
  from jsonb_path_query(${blocks}, '$[*] ? (@.type == "credits").people[*] ? (exists (@.personId))') l (line)
  join users cu on cu.id = (l.line ->> 'personId')::uuid
  left join credits cr on cr.item_id = p.id and cr.line_id = (l.line ->> 'id')::uuid and cr.person_id = cu.id
  where ${canBeNamed(sql`p.creator_id`)})`

const lineState = sql<CreditState>`case
  when cu.id = p.creator_id then 'accepted'
  when cr.state = 'declined' or (cr.state is null and exists (
    select from credits no where no.item_id = p.id and no.person_id = cu.id and no.state = 'declined'))
    then 'declined'
  when cr.state = 'accepted' and cr.role = l.line ->> 'role' then 'accepted'
  else 'asked' end`

/** A CaseStudy, from its row `s` and its work `p`. The viewer is in `me`. */
export const studyJson: RawBuilder<CaseStudy> = sql<CaseStudy>`json_build_object(
  'workId', p.id, 'blocks', s.published,
  'files', ${filesJson(sql`
    select sm.media_id from case_study_media sm where sm.item_id = p.id and sm.in_published`)},
  'people', ${namedPeople},
  'publishedAt', ${isoTime(sql`s.published_at`)})`

/** The CaseStudy of the work with this id, which the viewer in `me` may see; null if it has none. */
export const studyOf = (id: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  select ${studyJson}::text from portfolio_items p join case_studies s on s.item_id = p.id
  where p.id = ${id} and p.has_case_study)`
