import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'

interface Payer {
  userId: string
  email: string | null
  name: string
  customerId: string | null
}

async function findPayer(db: Database, userId: string): Promise<Payer> {
  const { rows } = await sql<Payer>`
    select u.id as "userId", u.email, btrim(u.first_name || ' ' || u.last_name) as name,
      c.customer_id as "customerId"
    from users u left join provider_customers c on c.user_id = u.id where u.id = ${userId}::uuid`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`there is no person ${userId}`)
  return row
}

/**
 * Returns the customer that is stored afterwards. Two concurrent calls get the same customer from the provider, so
 * either constraint may reject the second insert.
 */
async function saveCustomer(db: Database, userId: string, customerId: string): Promise<string> {
  await sql`insert into provider_customers (user_id, customer_id) values (${userId}, ${customerId})
    on conflict do nothing`.execute(db)
  const { customer_id: kept } = await db
    .selectFrom('provider_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return kept
}

/** The id of somebody's customer at the provider, created if there is none. */
export async function customerOf(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  userId: string,
): Promise<string> {
  const payer = await findPayer(db, userId)
  if (payer.customerId !== null) return payer.customerId
  return saveCustomer(db, userId, await payments.createCustomer(payer))
}
