import type { ProofLikeness } from '@plinth/contract/proofing/rooms.ts'
import { sql, type RawBuilder } from 'kysely'
import { isOfRoom } from '../delivery/room-sql.ts'
import { AT_WORK } from './proofing-rules.ts'

/** So many of 64 bits may differ between a file and what it is proposed as a version of (decision 0075). */
const MOST_BITS = 10
/** So many things are named for a file. */
const MOST_THINGS = 5

/**
 * The contract's ProofLikenesses of room `p`, only for its creator, while they work on it. A thing is compared by its
 * newest version, which has to be of an earlier delivery. A file that others are versions of can't become one itself.
 */
export const likenessesJson = (viewerId: RawBuilder<unknown>): RawBuilder<ProofLikeness[]> => sql<
  ProofLikeness[]
>`case when p.creator_id = ${viewerId} and p.status = any(${[...AT_WORK]}::text[]) then (
  with files as (
    select f.id, f.kind, f.thing_id, f.fingerprint, f.is_arranged, d.number,
      count(*) over thing as versions, max(d.number) over thing as latest
    from project_deliveries d join delivery_files f on f.delivery_id = d.id
    where ${isOfRoom('d')} window thing as (partition by f.thing_id))
  select coalesce(json_agg(json_build_object('versionId', l.id, 'thingIds', l.things[:${sql.lit(MOST_THINGS)}],
    'isProposed', l.is_proposed) order by l.id), '[]')
  from (
    select f.id, f.versions = 1 and not f.is_arranged as is_proposed,
      array_agg(o.thing_id order by bit_count(o.fingerprint # f.fingerprint), o.number desc, o.thing_id) as things
    from files f join files o on o.kind = f.kind and o.thing_id <> f.thing_id and o.number = o.latest
      and o.number < f.number and bit_count(o.fingerprint # f.fingerprint) <= ${sql.lit(MOST_BITS)}
    where f.versions = 1 or f.id <> f.thing_id
    group by f.id, f.versions, f.is_arranged) l)
  else '[]' end`
