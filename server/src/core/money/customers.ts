import type { Deps } from '../../deps.ts'
import { findPayer, keepCustomer } from './customer-queries.ts'

/** The provider's customer for somebody, made when there is none. */
export async function customerOf(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  userId: string,
): Promise<string> {
  const payer = await findPayer(db, userId)
  if (payer.customerId !== null) return payer.customerId
  return keepCustomer(db, userId, await payments.createCustomer(payer))
}
