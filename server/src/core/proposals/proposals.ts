import { may } from '@plinth/contract/http/rights.ts'
import {
  PROPOSAL_KINDS,
  PROPOSAL_RIGHTS,
  type ProposalKind,
} from '@plinth/contract/moderation/proposals.ts'
import { PROPOSAL_DAYS } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { insertAudit, type AdminAct } from '../audit/audit-queries.ts'
import { queueEmail } from '../notifications/emails/plain.ts'
import {
  findAddressesWith,
  insertProposal,
  type HeldProposal,
  type NewProposal,
} from './proposal-queries.ts'

/** What a feature does with one kind of proposal. All run in the transaction that answers it. */
export interface ProposedAct {
  /** Locks the case, as whoever proposes does. Throws if this person may not answer it. */
  lock: (trx: Database, subjectId: string, by: Viewer) => Promise<void>
  /** Carries it out and returns what to call after the commit. */
  carryOut: (trx: Database, act: AdminAct, proposal: HeldProposal) => Promise<() => void>
  subjectKind: 'project' | 'user'
}

/** The kinds that this person may propose and decide. */
export const kindsOf = ({ role }: Viewer): ProposalKind[] =>
  PROPOSAL_KINDS.filter((kind) => may(role, PROPOSAL_RIGHTS[kind]))

const ASKED: Record<ProposalKind, string> = {
  ruling: 'A ruling on a disputed project',
  owner: 'A new owner of Plinth',
}

/** Makes a proposal about a locked case, logs it, and emails those who may confirm it. `notFor` are parties of it. */
export async function propose(
  deps: Pick<Deps, 'jobs' | 'mail' | 'env'>,
  trx: Database,
  act: AdminAct,
  {
    notFor,
    ...proposal
  }: NewProposal & Pick<ProposedAct, 'subjectKind'> & { notFor: readonly string[] },
): Promise<void> {
  const { kind, subjectKind, subjectId, reason, toClientCents } = proposal
  const id = await insertProposal(trx, proposal)
  if (id === null) {
    throw new AppError('conflict', 'A proposal about this already waits for a second person.')
  }
  await insertAudit(trx, {
    act,
    action: 'proposal.make',
    subjectKind,
    subjectId,
    after: { kind, reason, ...(toClientCents === null ? {} : { toClientCents }) },
  })
  for (const to of await findAddressesWith(trx, PROPOSAL_RIGHTS[kind], [act.adminId, ...notFor]))
    await queueEmail(trx, deps, {
      to,
      subject: `${ASKED[kind]} needs a second person`,
      paragraphs: [
        `${ASKED[kind]} was proposed, and somebody else has to confirm or decline it within ${PROPOSAL_DAYS} days. Nothing happens until then.`,
        `Read it and decide: ${deps.env.publicUrl}/admin?tab=actions&list=second`,
      ],
    })
}
