import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import type { Milestone, OfferKind } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import { onlyRow } from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'

interface NewOffer {
  id: string
  projectId: string
  kind: OfferKind
  by: ProjectRole
  priceCents: number | null
  deliverBy: string | null
  milestones: readonly Milestone[]
  picks: number | null
  toClientCents: number | null
  note: string
  now: Date
}

/**
 * Replaces the open offers of the same kind: the sender's own is withdrawn, the other side's is answered by this one.
 */
export async function insertOffer(trx: Database, offer: NewOffer): Promise<void> {
  const { projectId, kind, by, now } = offer
  await sql`
    update project_offers set answered_at = ${now},
      state = case when by_role = ${by} then 'withdrawn' else 'superseded' end
    where project_id = ${projectId}::uuid and kind = ${kind} and state = 'open'`.execute(trx)
  await trx
    .insertInto('project_offers')
    .values({
      id: offer.id,
      project_id: projectId,
      kind,
      by_role: by,
      price_cents: offer.priceCents === null ? null : BigInt(offer.priceCents),
      deliver_by: offer.deliverBy,
      milestones: JSON.stringify(offer.milestones),
      picks: offer.picks,
      to_client_cents: offer.toClientCents === null ? null : BigInt(offer.toClientCents),
      note: offer.note,
      created_at: now,
    })
    .execute()
}

export interface OfferRow {
  id: string
  kind: OfferKind
  by: ProjectRole
  state: string
  priceCents: number | null
  deliverBy: string | null
  milestones: Milestone[]
  picks: number | null
  toClientCents: number | null
  note: string
}

/** An offer of a locked project. */
export async function findOffer(
  trx: Database,
  { id, projectId }: { id: string; projectId: string },
): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select id, kind, by_role as by, state, price_cents::int as "priceCents",
      deliver_by::text as "deliverBy", milestones, picks,
      to_client_cents::int as "toClientCents", note
    from project_offers where id = ${id}::uuid and project_id = ${projectId}::uuid`.execute(trx)
  return rows[0]
}

export async function answerOffer(
  trx: Database,
  { id, state, now }: { id: string; state: 'accepted' | 'declined' | 'withdrawn'; now: Date },
): Promise<void> {
  await trx
    .updateTable('project_offers')
    .set({ state, answered_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

interface OfferFacts {
  offerCount: number
  hasOpenTerms: boolean
  /** Whether a deposit may be paid: the creator takes on work, and neither has blocked the other. */
  canBegin: boolean
}

/** What has to be known before two people agree on something new. */
export const findOfferFacts = (
  trx: Database,
  { id, clientId, creatorId }: { id: string; clientId: string; creatorId: string },
): Promise<OfferFacts> =>
  onlyRow(
    trx,
    sql<OfferFacts>`
      select (select count(*)::int from project_offers where project_id = ${id}::uuid) as "offerCount",
        exists (select 1 from project_offers
          where project_id = ${id}::uuid and kind = 'terms' and state = 'open') as "hasOpenTerms",
        exists (select 1 from users where id = ${creatorId}::uuid and is_creator
          and not is_gone)
        and not ${isBlockBetween(sql`${clientId}::uuid`, sql`${creatorId}::uuid`)} as "canBegin"`,
  )
