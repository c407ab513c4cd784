import type { FileDecision, ProofPicks } from '@plinth/contract/proofing/decisions.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../../db/time-sql.ts'
import { authorJson, type Seer } from './proofing-sql.ts'

/** The contract's FileDecision from row `x` of `proof_decisions` and its author: member `w` or guest `wg`. */
export const decisionJson = (
  seer: Seer,
): RawBuilder<FileDecision> => sql<FileDecision>`json_build_object(
  'versionId', x.version_id, 'verdict', x.verdict, 'note', x.note, 'by', ${authorJson('w', 'wg', seer)},
  'at', ${isoTime(sql`x.decided_at`)}, 'sha256', encode(x.sha256, 'hex'))`

/** Where the authors of `decisionJson` come from. */
export const decisionAuthors = sql`left join users w on w.id = x.person_id
  left join proof_guests wg on wg.id = x.guest_id`

/** The latest decision about each version in the room of project `p`. */
export const decisionsJson = (seer: Seer): RawBuilder<FileDecision[]> => sql<FileDecision[]>`(
  select coalesce(json_agg(${decisionJson(seer)} order by x.change), '[]')
  from (
    select distinct on (l.version_id) l.* from proof_decisions l where l.room_id = p.id
    order by l.version_id, l.change desc) x
  ${decisionAuthors})`

/** Things of room `r` that were picked and still are things: a file can become a version of another. */
export const pickedThings: RawBuilder<string[]> = sql<string[]>`array(
  select k.id from unnest(r.picks) with ordinality k (id, rank)
  where exists (select from delivery_files f where f.thing_id = k.id) order by k.rank)`

/** The contract's ProofPicks of project `p`. */
export const picksJson: RawBuilder<ProofPicks> = sql<ProofPicks>`coalesce((
  select json_build_object('most', p.picks, 'thingIds', to_json(${pickedThings}), 'change', r.picks_change)
  from proof_rooms r where r.id = p.id),
  json_build_object('most', p.picks, 'thingIds', '[]'::json, 'change', 0))`
