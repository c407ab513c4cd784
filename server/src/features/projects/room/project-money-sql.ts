import { sql } from 'kysely'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { heldCents, viewerId } from './project-card-sql.ts'

/** All that the books say of project `p`, in one look: what left its escrow, and what of that is the creator's. */
const moved = sql`(
  select
    coalesce(sum(e.amount_cents) filter (where e.account = 'escrow' and e.amount_cents > 0), 0) as gone,
    coalesce(-sum(e.amount_cents) filter (where t.kind = 'allocation'
      and (e.account = 'card_fees' or (e.account = 'payable' and e.owner_id = p.creator_id))), 0)
      as released
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where t.project_id = p.id)`

/** The card fee is the creator's business, as far as they bear it, and so is what is left after it. */
export const seesFee = sql`${viewerId} is distinct from p.client_id`

const refund = sql`(
  select json_build_object('amount', ${dollarsOf(sql`r.amount_cents`)}, 'state', r.state,
    'reason', case when r.state = 'failed'
      then 'The bank returned it. Plinth sends it again; nothing is lost.' end,
    'at', r.updated_at)
  from refunds r where r.payment_id = y.id order by r.created_at desc, r.id desc limit 1)`

const transfer = sql`(
  select json_build_object('amount', ${dollarsOf(sql`f.amount_cents`)}, 'state', f.state,
    'reason', case f.state
      when 'held' then 'It waits until the creator has connected an account that can take it.'
      when 'failed' then 'It was taken back at the card provider. Plinth looks into it.' end,
    'at', f.updated_at)
  from transfers f where f.payment_id = y.id order by f.created_at desc, f.id desc limit 1)`

const payments = sql`(
  select coalesce(json_agg(json_build_object('id', y.id, 'purpose', y.purpose,
    'amount', ${dollarsOf(sql`y.amount_cents`)},
    'state', case y.state when 'paid' then 'paid' else 'open' end, 'paidAt', y.paid_at,
    'fee', case when ${seesFee} then ${dollarsOf(sql`least(y.fee_cents, y.to_creator_cents)`)} end,
    'toClient', ${dollarsOf(sql`coalesce(y.to_client_cents, 0)`)},
    'toCreator', ${dollarsOf(sql`coalesce(y.to_creator_cents, 0)`)},
    'refund', ${refund}, 'transfer', case when ${seesFee} then ${transfer} end)
    order by y.created_at, y.id), '[]')
  from payments y where y.project_id = p.id and y.state <> 'closed')`

/** Where every cent of project `p` is. */
export const projectMoney = sql`(
  select json_build_object(
    'price', ${dollarsOf(sql`p.price_cents`)},
    'deposit', ${dollarsOf(sql`p.deposit_cents`)},
    'remainder', ${dollarsOf(sql`p.price_cents - p.deposit_cents`)},
    'held', ${dollarsOf(heldCents)},
    'released', ${dollarsOf(sql`b.released`)},
    'refunded', ${dollarsOf(sql`b.gone - b.released`)},
    'payments', ${payments})
  from ${moved} b)`
