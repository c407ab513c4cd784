import type { Mention } from '@plinth/contract/posts/comments.ts'
import { sql, type RawBuilder } from 'kysely'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import type { Database } from '../../../db/pool.ts'

/** Most mentions in a comment. */
const MAX_MENTIONS = 20
/** Longest name to look up, and how many of its prefixes to try: `@Ann`, `@Ann Lee`, `@Ann Lee Smith` … */
const MAX_NAME_LENGTH = 120
const MAX_NAMES = 16

/** An @ that may name somebody, with the possible names, longest first. */
export interface MentionCandidate {
  start: number
  names: string[]
}

/** Somebody with that name, and how close they are to the comment: 0 is the closest. */
export interface NamedPerson {
  userId: string
  nearness: number
}

/** Nearness of a person the writer picked from the list. */
const NAMED_BY_ID = 0

/** Every @ at the start of the text, after white space or after an opening bracket. */
export function findCandidates(content: string): MentionCandidate[] {
  return [...content.matchAll(/(?<=^|[\s([{])@(?=\S)/g)]
    .slice(0, MAX_MENTIONS)
    .map(({ index }) => ({ start: index, names: namesAt(content, index + 1) }))
}

/** Names that could begin here, longest first. A name ends at the end of a word and stays on one line. */
function namesAt(content: string, start: number): string[] {
  const [line = ''] = content.slice(start, start + MAX_NAME_LENGTH).split(/[\r\n]/)
  const ends = [...line.matchAll(/(?<=\S)(?![\p{L}\p{M}\p{N}])/gu)].map(({ index }) => index)
  return ends
    .slice(0, MAX_NAMES)
    .map((end) => line.slice(0, end))
    .reverse()
}

/**
 * Resolves each @ to the longest name that somebody has and, of the people with that name, to the closest, provided
 * there is only one. Several picked people with the same name are used in the order they were picked.
 */
export function resolveMentions(
  candidates: readonly MentionCandidate[],
  peopleNamed: (name: string) => readonly NamedPerson[],
): Mention[] {
  const used = new Set<string>()
  const mentions: Mention[] = []
  let end = 0
  for (const { start, names } of candidates) {
    const name = names.find((one) => peopleNamed(one).length > 0)
    if (start < end || name === undefined) continue
    const person = choosePerson(peopleNamed(name), used)
    end = start + 1 + name.length
    if (person === undefined) continue
    used.add(person.userId)
    mentions.push({ userId: person.userId, start, length: end - start })
  }
  return mentions
}

function choosePerson(
  people: readonly NamedPerson[],
  used: ReadonlySet<string>,
): NamedPerson | undefined {
  const nearness = Math.min(...people.map((person) => person.nearness))
  const nearest = people.filter((person) => person.nearness === nearness)
  if (nearness === NAMED_BY_ID) {
    return nearest.find((person) => !used.has(person.userId)) ?? nearest.at(-1)
  }
  return nearest.length === 1 ? nearest[0] : undefined
}

export interface MentionInput {
  content: string
  postId: string
  writerId: string
  /** Ids of the people the writer picked, in order. */
  pickedIds: readonly string[]
}

/** The people whom a comment names. Picked people whose name is not in the text are ignored. */
export async function findMentions(db: Database, input: MentionInput): Promise<Mention[]> {
  const candidates = findCandidates(input.content)
  if (candidates.length === 0) return []
  const names = [...new Set(candidates.flatMap((candidate) => candidate.names))]
  const people = new Map<string, NamedPerson[]>()
  const { rows } = await namedPeopleStatement(names, input).execute(db)
  for (const { name, ...person } of rows) {
    people.set(name, [...(people.get(name) ?? []), person])
  }
  return resolveMentions(candidates, (name) => people.get(name) ?? [])
}

/**
 * The people with these names, the closest first and at most 20 for each name. Without a last name a full name ends in
 * a space. Leaves out the writer, people who cannot see the post, and people in a block with the writer.
 */
export const namedPeopleStatement = (
  names: readonly string[],
  { postId, writerId, pickedIds }: MentionInput,
): RawBuilder<NamedPerson & { name: string }> => sql<NamedPerson & { name: string }>`
  select n.name, b.user_id as "userId", b.nearness
  from unnest(${names}::text[]) n (name)
  join posts p on p.id = ${postId}::uuid
  cross join lateral (
    select u.id as user_id, case
        when u.id = any (${pickedIds}::uuid[]) then ${sql.lit(NAMED_BY_ID)}
        when u.id = p.creator_id then 1
        when exists (select 1 from comments c where c.author_id = u.id and c.post_id = p.id) then 2
        when exists (select 1 from follows f
          where f.follower_id = ${writerId}::uuid and f.followed_id = u.id) then 3
        else 4 end as nearness,
      array_position(${pickedIds}::uuid[], u.id) as turn
    from users u
    where lower(u.first_name || ' ' || u.last_name) = any (array[lower(n.name), lower(n.name) || ' '])
      and not u.is_gone and u.id <> ${writerId}::uuid
      and (p.is_visible or u.id = p.creator_id or u.is_admin)
      and not ${isBlockBetween(sql`u.id`, sql`${writerId}::uuid`)}
    order by nearness, turn limit 20) b
  order by b.nearness, b.turn`
