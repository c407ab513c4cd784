import { PROMOTION_CENTS } from '@plinth/contract/limits.ts'
import {
  PROJECT_TRANSITIONS,
  type ProjectStatus,
  type ProjectTransition,
} from '@plinth/contract/projects/project-states.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { sql, type RawBuilder } from 'kysely'
import { checkPayments } from '../../src/core/money/check-queries.ts'
import { balanceOf } from '../../src/core/money/ledger-queries.ts'
import { readProject, type Scene } from './people.ts'
import type { MoneyWorld } from './world.ts'

/** Checks everything that must be true of all money once nothing is pending. Returns the violations. */
export async function checkWorld(world: Pick<MoneyWorld, 't' | 'db'>): Promise<string[]> {
  const { t, db } = world
  const [ours, theirs, control, differences, ...found] = await Promise.all([
    balanceOf(db, 'provider'),
    t.deps.payments.getBalance(),
    t.cards.read<Books>('../cards/control/check'),
    checkPayments(db, new Date(0)),
    ...Object.entries(NOTHING).map(async ([what, query]) => {
      const { rows } = await query.execute(db)
      return rows.map((row) => `${what}: ${shown(row)}`)
    }),
  ])
  return [
    ...(ours === theirs ? [] : [`the provider holds ${theirs}, the books say ${ours}`]),
    ...(control.balance === theirs
      ? []
      : [`the provider holds ${theirs} and counts ${control.balance}`]),
    ...control.problems,
    ...differences.map(shown),
    ...found.flat(),
  ]
}
interface Books {
  balance: number
  problems: string[]
}
const shown = (row: unknown): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))

const terminal = sql`('completed', 'declined', 'withdrawn', 'expired', 'cancelled', 'resolved')`
const fee = sql`least(coalesce(p.fee_cents, 0), p.to_creator_cents)`

/** Queries that must find nothing. */
const NOTHING: Record<string, RawBuilder<unknown>> = {
  'a movement does not balance': sql`
    select transaction_id from ledger_entries group by transaction_id
    having sum(amount_cents) <> 0 or count(*) < 2`,
  'the books do not add up': sql`
    select sum(amount_cents) as sum from ledger_entries having sum(amount_cents) <> 0`,
  'escrow is not what is held': sql`
    select j.id, j.status from projects j
    where coalesce((select sum(-amount_cents) from ledger_entries
        where account = 'escrow' and owner_id = j.id), 0)
      <> coalesce((select sum(amount_cents) from payments
        where project_id = j.id and state = 'paid' and settled_at is null), 0)`,
  'escrow is nobody’s': sql`
    select owner_id from ledger_entries e where account = 'escrow'
      and not exists (select 1 from projects j where j.id = e.owner_id)
      and not exists (select 1 from promotions j where j.id = e.owner_id)`,
  'a promotion holds another sum than was paid for it': sql`
    select j.id, j.state, h.held, h.escrow from promotions j cross join lateral (
      select coalesce((select sum(amount_cents) from payments
          where promotion_id = j.id and state = 'paid' and settled_at is null), 0) as held,
        coalesce((select sum(-amount_cents) from ledger_entries
          where account = 'escrow' and owner_id = j.id), 0) as escrow) h
    where h.held <> h.escrow
      or h.held <> case when j.state = 'waiting' then ${PROMOTION_CENTS}::int else 0 end`,
  'money of a promotion is on its way to somebody else': sql`
    select e.* from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    join payments p on p.id = t.payment_id join promotions j on j.id = p.promotion_id
    where e.account = 'payable' and e.owner_id <> j.user_id`,
  'money is on its way to somebody outside the project': sql`
    select e.* from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    join projects j on j.id = t.project_id
    where e.account = 'payable' and e.owner_id not in (j.client_id, j.creator_id)`,
  'money is on its way to the wrong one of the two': sql`
    select e.* from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    join projects j on j.id = t.project_id
    where e.account = 'payable' and (
      t.kind in ('refund', 'refund_returned') and e.owner_id <> j.client_id
      or t.kind in ('transfer', 'transfer_returned') and e.owner_id <> j.creator_id)`,
  'an ended project holds money': sql`
    select j.id, j.status, p.purpose from projects j join payments p on p.project_id = j.id
    where j.status in ${terminal} and p.state = 'paid' and p.settled_at is null`,
  'an ended project can be paid': sql`
    select j.id, j.status, p.purpose from projects j join payments p on p.project_id = j.id
    where j.status in ${terminal} and p.state in ('new', 'open')`,
  'a running project holds another sum than its deposit': sql`
    select j.id, j.status, h.held, h.count from projects j cross join lateral (
      select coalesce(sum(amount_cents), 0) as held, count(*) as count from payments
      where project_id = j.id and state = 'paid' and settled_at is null) h
    where j.status not in ${terminal}
      and (h.held <> case when j.status = 'requested' then 0 else j.deposit_cents end or h.count > 1)`,
  'the creator gets more than the price': sql`
    select j.id, j.price_cents, sum(p.to_creator_cents) as sum from projects j
    join payments p on p.project_id = j.id group by j.id
    having sum(p.to_creator_cents) > j.price_cents`,
  'a completed project did not bring its price': sql`
    select j.id, j.price_cents from projects j left join payments p on p.project_id = j.id
    where j.status = 'completed' group by j.id
    having coalesce(sum(p.to_creator_cents), 0) <> j.price_cents`,
  'a refund is not what the client has coming': sql`
    select p.id, p.to_client_cents, r.state, r.amount_cents from payments p
    left join refunds r on r.payment_id = p.id and r.state <> 'failed'
    where p.settled_at is not null and p.chargeback is distinct from 'lost'
      and (r.amount_cents <> p.to_client_cents
        or r.id is null and p.to_client_cents > 0 and not exists (
          select 1 from refunds f where f.payment_id = p.id and f.state = 'failed'))`,
  'a transfer is not what the creator has coming': sql`
    select p.id, p.to_creator_cents, p.fee_cents, t.state, t.amount_cents from payments p
    left join transfers t on t.payment_id = p.id and t.state <> 'failed'
    where p.settled_at is not null and p.chargeback is distinct from 'lost'
      and p.project_id is not null and coalesce(t.amount_cents, 0) <> p.to_creator_cents - ${fee}`,
  'money still waits': sql`
    select r.id, r.payment_id, r.failure, 'refund' as what from refunds r where r.state = 'waiting'
    union all
    select t.id, t.payment_id, t.failure, 'transfer' from transfers t join payments p on p.id = t.payment_id
    where t.state = 'waiting' and p.chargeback is distinct from 'open'`,
  'money is held though its account is ready': sql`
    select t.id from transfers t join payments p on p.id = t.payment_id
    join payout_accounts a on a.user_id = t.user_id and a.is_ready
    where t.state = 'held' and p.chargeback is distinct from 'open'`,
  'an event is not worked': sql`
    select id, type, failure from provider_events where processed_at is null`,
  'an event moved more than one thing': sql`
    select event_id, count(distinct (kind, cause_id)) from ledger_transactions
    where event_id is not null and kind in ('charge', 'transfer')
    group by event_id having count(*) > 1`,
}

const TRANSITIONS: Partial<Record<ProjectEventKind, ProjectTransition>> = {
  deposit_paid: 'deposit',
  accepted: 'accept',
  declined: 'decline',
  withdrawn: 'withdraw',
  expired: 'expire',
  delivered: 'deliver',
  revision_requested: 'requestRevision',
  approved: 'approve',
  auto_approved: 'approve',
  remainder_paid: 'complete',
  abandoned: 'abandon',
  taken_back: 'takeBack',
  cancelled: 'cancel',
  disputed: 'dispute',
  ruled: 'rule',
  split: 'rule',
}
const BY_BANK: Partial<Record<ProjectEventKind, ProjectTransition>> = {
  chargeback_opened: 'freeze',
  chargeback_lost: 'rule',
}

/** Replays a project's events through the transition table. A bank's decision about money not held changes nothing. */
function replay(kinds: readonly ProjectEventKind[]): Set<ProjectStatus> | string {
  let places = new Map<ProjectStatus, ProjectStatus | null>([['requested', null]])
  for (const [at, kind] of kinds.entries()) {
    const [sure, maybe] = [TRANSITIONS[kind], BY_BANK[kind]]
    const next = new Map(sure === undefined ? places : [])
    for (const [status, frozen] of places) {
      for (const name of [sure, maybe]) {
        if (name === undefined) continue
        const { from, to } = PROJECT_TRANSITIONS[name]
        const isAllowed = (from as readonly ProjectStatus[]).includes(status)
        if (isAllowed) next.set(to, name === 'freeze' ? status : frozen)
      }
      if (kind === 'chargeback_won' && status === 'disputed' && frozen !== null)
        next.set(frozen, null)
    }
    if (next.size === 0) return `${kind} at ${at} from ${[...places.keys()].join('|')}`
    places = next
  }
  return new Set(places.keys())
}

/** Checks the projects of one sequence, at the provider and in their project rooms. */
export async function checkScene(scene: Scene): Promise<string[]> {
  const { db } = scene.world
  const problems: string[] = []
  for (const hired of scene.projects) {
    const events = await db
      .selectFrom('project_events')
      .select('kind')
      .where('project_id', '=', hired.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const room = await readProject(scene, hired, hired.client)
    const kinds = events.map(({ kind }) => kind as ProjectEventKind)
    const ends = replay(kinds)
    if (room === null) problems.push(`no room for ${hired.id}`)
    else if (typeof ends === 'string' || !ends.has(room.status))
      problems.push(
        `${room.status} is not where ${kinds.join(', ')} lead: ${typeof ends === 'string' ? ends : [...ends].join('|')}`,
      )
    const held = -(await balanceOf(db, 'escrow', hired.id))
    if (room !== null && Math.round(room.money.held * 100) !== held)
      problems.push(`the room holds ${room.money.held}, the books ${held}`)
    problems.push(...(await checkAtProvider(scene, hired.id)))
  }
  const posts = scene.posts.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select id from promotions where post_id = any (${posts}::uuid[])`.execute(db)
  for (const { id } of rows) problems.push(...(await checkAtProvider(scene, id)))
  return problems
}

interface Charge {
  id: string
  paid: boolean
  amount: number
  amount_refunded: number
}
interface Transfer {
  amount: number
  amount_reversed: number
  source_transaction: string | null
}

/** Checks that no charge pays out more than it took, that each is transferred at most once, and the amounts. */
async function checkAtProvider({ world }: Scene, owner: string): Promise<string[]> {
  const { t, db } = world
  const [{ data: charges }, { data: transfers }, { rows }] = await Promise.all([
    t.cards.read<{ data: Charge[] }>(`charges?limit=100&transfer_group=${owner}`),
    t.cards.read<{ data: Transfer[] }>(`transfers?limit=100&transfer_group=${owner}`),
    sql<{ charge: string; cents: number; refunded: number; transferred: number }>`
      select p.charge_id as charge, p.amount_cents::int as cents,
        (select coalesce(sum(amount_cents), 0)::int from refunds r
          where r.payment_id = p.id and r.state in ('sent', 'succeeded')) as refunded,
        (select coalesce(sum(amount_cents), 0)::int from transfers r
          where r.payment_id = p.id and r.state = 'sent') as transferred
      from payments p where coalesce(p.project_id, p.promotion_id) = ${owner}::uuid and p.state = 'paid'`.execute(
      db,
    ),
  ])
  const paid = charges.filter((charge) => charge.paid)
  const problems = paid.flatMap(({ id, amount, amount_refunded: refunded }) => {
    const own = rows.find(({ charge }) => charge === id)
    const sent = transfers.filter((one) => one.source_transaction === id)
    const transferred = sent.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0)
    return [
      own?.cents === amount ? null : `charge ${id} of ${amount} is ${own?.cents ?? 'not there'}`,
      refunded + transferred <= amount ? null : `charge ${id} gave more than it took`,
      sent.length <= 1 ? null : `charge ${id} was transferred from ${sent.length} times`,
      own === undefined || own.refunded === refunded
        ? null
        : `${refunded} of ${id} went back, we say ${own.refunded}`,
      own === undefined || own.transferred === transferred
        ? null
        : `${transferred} of ${id} went on, we say ${own.transferred}`,
    ].filter((problem) => problem !== null)
  })
  const unmatched = transfers.filter((one) => paid.every(({ id }) => id !== one.source_transaction))
  return [...problems, ...unmatched.map(() => 'a transfer from no charge of its own')]
}
