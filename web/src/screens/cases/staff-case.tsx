import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy } from 'react'
import { assignDispute, noteDispute, type CaseKind } from '@plinth/contract/moderation/cases.ts'
import type { DisputeCase } from '@plinth/contract/projects/dispute-calls.ts'
import { LacksRight } from '../../features/admin/lacks-right.tsx'
import { CaseDesk } from '../../features/cases/case-desk.tsx'
import { caseTexts as texts, proofTexts } from '../../features/cases/case-texts.ts'
import { FileLinks, ProofList } from '../../features/cases/proof-list.tsx'
import { disputeCaseQuery } from '../../features/projects/project-api.ts'
import { useMay } from '../../features/session/use-may.ts'
import { call } from '../../lib/api/api.ts'
import { patchAnswer } from '../../lib/cache/writes.ts'

const ContentCasePage = lazy(async () => ({
  default: (await import('../../features/cases/content-case.tsx')).ContentCasePage,
}))
const CaseDecision = lazy(async () => ({
  default: (await import('../../features/admin/queues/case-decision.tsx')).CaseDecision,
}))
const DisputeFilePage = lazy(async () => ({
  default: (await import('../../features/projects/disputes/dispute-file.tsx')).DisputeFilePage,
}))

interface StaffCaseProps {
  kind: CaseKind
  id: string
  viewerId: string
}

/** A case for staff. Its parts belong to several features, so they meet here. */
export function StaffCase({ kind, id, viewerId }: StaffCaseProps) {
  const mayDo = useMay()
  const right = kind === 'dispute' ? 'disputes.decide' : 'reports.decide'
  return (
    <>
      <Link
        to="/admin"
        search={{ tab: 'actions', list: kind === 'dispute' ? 'disputes' : 'reports' }}
        className="mb-4 inline-flex h-11 items-center gap-2 text-14 font-semibold text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden />
        {texts.all}
      </Link>
      {!mayDo(right) ? (
        <LacksRight right={right} />
      ) : kind === 'dispute' ? (
        <>
          <h1 className="sr-only">{proofTexts.ofDispute}</h1>
          <DisputeFilePage
            id={id}
            viewerId={viewerId}
            Proof={DisputeProof}
            Desk={DisputeDesk}
            Files={FileLinks}
          />
        </>
      ) : (
        <ContentCasePage kind={kind} id={id} viewerId={viewerId} Decision={CaseDecision} />
      )}
    </>
  )
}

const DisputeProof = ({ of: { proof } }: { of: DisputeCase }) => (
  <section className="mt-10">
    <h3 className="display text-20 text-ink">{proofTexts.title}</h3>
    <ProofList proof={proof} none={proofTexts.none} />
  </section>
)

function DisputeDesk({ of, viewerId }: { of: DisputeCase; viewerId: string }) {
  const client = useQueryClient()
  const params = { id: of.subjectId }
  return (
    <CaseDesk
      of={of}
      viewerId={viewerId}
      assign={(assigneeId) => call(assignDispute, { params, body: { assigneeId } })}
      write={(text) => call(noteDispute, { params, body: { text } })}
      onChange={(change) =>
        patchAnswer(client, disputeCaseQuery(of.subjectId), (now) =>
          now === undefined ? now : { ...now, ...change },
        )
      }
    />
  )
}
