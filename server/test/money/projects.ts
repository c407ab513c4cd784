import { sql } from 'kysely'
import { book } from '../../src/core/money/ledger-queries.ts'
import { settle } from '../../src/core/money/settlement.ts'
import { newId } from '../../src/db/id.ts'
import type { Person } from '../app.ts'
import type { PaidApp } from './cards.ts'

export interface PaidProject {
  id: string
  /** The payment of the deposit. */
  paymentId: string
  chargeId: string
  feeCents: number
}

/** Inserts a project and pays its deposit at the card provider, as hiring and the webhook would. */
export async function payForProject(
  t: PaidApp,
  of: { client: Person; creator: Person; title: string; cents: number },
): Promise<PaidProject> {
  const { db, payments } = t.deps
  const [id, paymentId] = [newId(), newId()]
  const customerId = await payments.createCustomer({
    userId: of.client.id,
    email: null,
    name: 'A client',
  })
  const checkout = await payments.openCheckout(
    {
      paymentId,
      cents: of.cents,
      title: of.title,
      description: '',
      picture: null,
      promise: null,
      facts: {},
      customerId,
      group: id,
      successUrl: t.deps.env.publicUrl,
      cancelUrl: t.deps.env.publicUrl,
    },
    paymentId,
  )
  await t.cards.pay(checkout.url)
  const { intentId } = await payments.getCheckout(checkout.id)
  const charge = await payments.getCharge(intentId ?? '')
  const [chargeId, feeCents] = [charge.chargeId ?? '', charge.feeCents ?? 0]
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into projects (id, client_id, creator_id, title, subject, description, status, price_cents,
        shared_at, deposit_paid_at)
      values (${id}::uuid, ${of.client.id}::uuid, ${of.creator.id}::uuid, ${of.title}, ${of.title}, 'Make it.',
        'accepted', ${of.cents * 2}, now(), now())`.execute(trx)
    await sql`
      insert into payments (id, purpose, project_id, payer_id, amount_cents, state, checkout_id, intent_id,
        charge_id, fee_cents, paid_at)
      values (${paymentId}::uuid, 'deposit', ${id}::uuid, ${of.client.id}::uuid, ${of.cents}, 'paid',
        ${checkout.id}, ${intentId}, ${chargeId}, ${feeCents}, now())`.execute(trx)
    await book(trx, { kind: 'charge', causeId: chargeId, paymentId, projectId: id }, [
      { account: 'provider', cents: of.cents - feeCents },
      { account: 'card_fees', cents: feeCents },
      { account: 'escrow', owner: id, cents: -of.cents },
    ])
  })
  return { id, paymentId, chargeId, feeCents }
}

/** Divides its deposit between the two and sends the resulting refunds and transfers. */
export async function divide(
  t: PaidApp,
  project: PaidProject,
  parts: { creator: Person; toClientCents: number; toCreatorCents: number },
): Promise<void> {
  const { creator, ...cents } = parts
  await t.deps.db.transaction().execute((trx) =>
    settle(trx, {
      ...cents,
      paymentId: project.paymentId,
      creatorId: creator.id,
      now: t.deps.now(),
    }),
  )
  await t.runJob('money.send')
}
