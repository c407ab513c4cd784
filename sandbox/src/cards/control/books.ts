import type { Call } from '../call.ts'
import { balanceOf, PLATFORM } from '../payouts/ledger.ts'

interface Sums {
  charges: number
  refunds: number
  transfers: number
  reversals: number
  disputes: number
  fees: number
}

/** Checks the books: the objects, the balance transactions and the entries must give the same sums. */
export async function checkBooks(call: Call) {
  const sums = await sumObjects(call)
  const { available, pending } = await balanceOf(call, PLATFORM)
  const expected =
    sums.charges - sums.refunds - sums.transfers + sums.reversals - sums.disputes - sums.fees
  const entries = await sumEntries(call)
  const problems = [
    ...(expected === available + pending
      ? []
      : [`The objects say ${expected}, the balance says ${available + pending}.`]),
    ...(entries.platform === expected
      ? []
      : [`The objects say ${expected}, the entries say ${entries.platform}.`]),
    ...entries.uneven.map((movement) => `The entries of ${movement} do not add up to nothing.`),
    ...(await accountProblems(call)),
  ]
  return { ok: problems.length === 0, problems, balance: available + pending, ...sums }
}

async function sumObjects(call: Call): Promise<Sums> {
  const { rows } = await call.db.query<Record<keyof Sums, string>>(
    `select
       coalesce(sum((body ->> 'amount_captured')::bigint) filter (where kind = 'charge'), 0) as charges,
       coalesce(sum((body ->> 'amount')::bigint)
         filter (where kind = 'refund' and body ->> 'status' <> 'failed'), 0) as refunds,
       coalesce(sum((body ->> 'amount')::bigint) filter (where kind = 'transfer'), 0) as transfers,
       coalesce(sum((body ->> 'amount')::bigint) filter (where kind = 'transfer_reversal'), 0) as reversals,
       coalesce(sum((body ->> 'amount')::bigint)
         filter (where kind = 'dispute' and body ->> 'status' <> 'won'), 0) as disputes,
       coalesce(sum((body ->> 'fee')::bigint) filter (where kind = 'balance_transaction'), 0) as fees
     from cards_objects where world = $1`,
    [call.world],
  )
  const [row] = rows
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
  ) as unknown as Sums
}

async function sumEntries(call: Call): Promise<{ platform: number; uneven: string[] }> {
  const { rows } = await call.db.query<{ movement: string }>(
    'select movement from cards_entries where world = $1 group by movement having sum(amount) <> 0',
    [call.world],
  )
  const { rows: sums } = await call.db.query<{ sum: string }>(
    'select coalesce(sum(amount), 0) as sum from cards_entries where world = $1 and account = $2',
    [call.world, PLATFORM],
  )
  return { platform: Number(sums[0]?.sum), uneven: rows.map(({ movement }) => movement) }
}

async function accountProblems(call: Call): Promise<string[]> {
  const { rows } = await call.db.query<{ id: string; sum: string }>(
    `select o.id, coalesce((select sum(amount) from cards_entries e
       where e.world = o.world and e.account = o.id), 0) as sum
     from cards_objects o where o.world = $1 and o.kind = 'account'`,
    [call.world],
  )
  const problems: string[] = []
  for (const { id, sum } of rows) {
    const { available, pending } = await balanceOf(call, id)
    if (available + pending !== Number(sum))
      problems.push(`${id} has ${available + pending} by its balance and ${sum} by the entries.`)
  }
  return problems
}
