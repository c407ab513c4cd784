import type { Role } from '@plinth/contract/http/roles.ts'
import type { AdminUser, UserFilter } from '@plinth/contract/moderation/admin.ts'
import { sql, type RawBuilder } from 'kysely'
import { liveStrikes } from '../../core/limits/level-sql.ts'
import { isoTime } from '../../db/time-sql.ts'
import { meTable } from '../../core/session/viewer-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import { nameFits, wordsOf } from '../../core/users/people-search-queries.ts'
import {
  byTime,
  onlyRow,
  pageJson,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, isId, type TimePosition } from '../../http/paging.ts'

/** Upper bound of matches by name, and again by email. */
const MAX_FOUND = 1_000

/** So many strikes count that staff decide about a suspension, and nobody has. */
const IS_DUE = sql`(p.suspension_due > now() and p.suspended_at is null)`

/** Each filter has an index that returns its rows in order. */
const FILTERS: Record<UserFilter, (adminId: string) => RawBuilder<unknown>[]> = {
  all: () => [],
  creators: () => [sql`p.is_creator`],
  admins: () => [sql`p.is_admin`],
  suspended: () => [sql`p.suspended_at is not null`],
  suspension_due: () => [sql`p.suspension_due is not null`, IS_DUE],
  // An array, so that the planner looks them up instead of going through everybody.
  mine: (adminId) => [
    sql`p.id = any (array(
      select user_id from user_assignments where assignee_id = ${adminId}::uuid))`,
  ],
}

/** What staff noted about somebody is shown to all who may see accounts but that person. */
const shownUser = (adminId: string): Shown => ({
  table: 'users',
  columns: sql`
    p.id, p.first_name as "firstName", p.last_name as "lastName", p.email,
    p.profile_image_url as "profileImageUrl", p.is_creator as "isCreator",
    p.creator_granted as "isCreatorGranted", p.is_admin as "isAdmin", p.staff_role as role,
    p.subscription_status as "subscriptionStatus",
    case when p.suspended_at is not null then
      json_build_object('at', ${isoTime(sql`p.suspended_at`)}, 'reason', p.suspended_reason) end as suspended,
    ${liveStrikes(sql`p.id`)} as strikes,
    p.work_count as "workCount", p.post_count as "postCount",
    (select count(*)::int from user_notes n where n.user_id = p.id and n.user_id <> ${adminId}::uuid) as "noteCount",
    ${personOrNull('assignee')} as assignee,
    ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`
    left join user_assignments assigned on assigned.user_id = p.id and assigned.user_id <> ${adminId}::uuid
    left join users assignee on assignee.id = assigned.assignee_id and assignee.is_admin`,
})

export interface UsersInput {
  adminId: string
  filter: UserFilter
  search: string
  limit: number
  after: TimePosition | null
}

/** A page of accounts, newest first. */
export const usersStatement = ({
  adminId,
  filter,
  search,
  limit,
  after,
}: UsersInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: adminId }),
    sort: byTime(sql`p.created_at`),
    from: search === '' ? sql`users p` : matchesOf(search),
    conditions: [sql`p.deleted_at is null`, ...FILTERS[filter](adminId)],
    limit,
    after: pastTime(after),
    shown: shownUser(adminId),
  })

/** Users whose id is `search` or whose name or email contains it. Each case uses its own index. */
function matchesOf(search: string): RawBuilder<unknown> {
  const id = search.toLowerCase()
  if (isId(id)) return sql`(select * from users where id = ${id}::uuid) p`
  const most = sql.lit(MAX_FOUND)
  const words = wordsOf(search)
  const byName =
    words.length === 0
      ? sql``
      : sql`union (select u.id from users u where ${nameFits(words)} limit ${most})`
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  // With an array the planner looks up the matches instead of scanning all users in order.
  return sql`(
    select i.* from users i where i.id = any (array(
      (select id from users where lower(email) like lower(${part}::text) limit ${most}) ${byName}))) p`
}

export async function listOfUsers(db: Database, input: UsersInput): Promise<Page<AdminUser>> {
  const { json, last } = await onlyRow(db, usersStatement(input))
  return new Page(JSON.parse(json) as AdminUser[], cursorAfter(input.filter, last))
}

/** One account as admins see it; null when there is none. */
export async function findAdminUser(
  db: Database,
  id: string,
  adminId: string,
): Promise<AdminUser | null> {
  const { json } = await onlyRow(
    db,
    sql<{ json: string }>`
      with page as materialized (
        select id, 1 as place from users where id = ${id}::uuid and deleted_at is null)
      select ${pageJson(1, shownUser(adminId))} as json`,
  )
  const [user] = JSON.parse(json) as AdminUser[]
  return user ?? null
}

interface HeldUser {
  isCreatorGranted: boolean
  /** By a subscription. */
  isSubscriber: boolean
  role: Role | null
}

/** Locks an account until the transaction ends; undefined when there is none. */
export const lockUser = (trx: Database, id: string): Promise<HeldUser | undefined> =>
  trx
    .selectFrom('users')
    .select([
      'creator_granted as isCreatorGranted',
      'creator_subscribed as isSubscriber',
      sql<Role | null>`staff_role`.as('role'),
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Sets the role of a locked account. */
export async function giveRole(trx: Database, id: string, role: Role | null): Promise<void> {
  await trx
    .updateTable('users')
    .set({ staff_role: role, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Grants creator rights to a locked account or takes them. */
export async function grantCreator(trx: Database, id: string, isGranted: boolean): Promise<void> {
  await trx
    .updateTable('users')
    .set({ creator_granted: isGranted, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
