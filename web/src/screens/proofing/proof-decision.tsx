import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { projectQuery } from '../../features/projects/project-api.ts'
import { ApprovalList, ChangeList } from '../../features/proofing/decide/decision-lists.tsx'
import { DecisionPaper } from '../../features/proofing/decide/decision-paper.tsx'
import { FileVerdict } from '../../features/proofing/decide/file-verdict.tsx'
import type { PaperAct } from '../../features/proofing/decide/paper-rules.ts'
import { isOpen } from '../../features/proofing/marks/mark-rules.ts'

const CompleteDialog = lazy(async () => ({
  default: (await import('../../features/projects/actions/delivery-dialog.tsx')).CompleteDialog,
}))
const ChangeDialog = lazy(async () => ({
  default: (await import('../../features/projects/actions/delivery-dialog.tsx')).ChangeDialog,
}))
const AcceptOfferDialog = lazy(async () => ({
  default: (await import('../../features/projects/actions/accept-dialog.tsx')).AcceptOfferDialog,
}))
const PricedChangeDialog = lazy(async () => ({
  default: (await import('../../features/projects/actions/priced-dialog.tsx')).PricedChangeDialog,
}))

interface ProofDecisionProps {
  room: ProofRoom
  version: ProofVersion
  /** All marks of the room. */
  marks: readonly ProofMark[]
  viewerId: string
}

/** Approving a delivery or asking for a change, in its proof room: the steps of the project, with what they are about. */
export function ProofDecision({ room, version, marks, viewerId }: ProofDecisionProps) {
  const { data: project } = useQuery({ ...projectQuery(room.id), enabled: room.role !== null })
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <FileVerdict room={room} version={version} />
      {project === undefined ? null : (
        <DecisionPaper
          project={project}
          marks={marks}
          onAct={(act, offer) => setAsked({ act, offer, project })}
        />
      )}
      <Suspense fallback={null}>
        {asked === null ? null : (
          <Asking
            {...asked}
            room={room}
            marks={marks}
            viewerId={viewerId}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  )
}

interface Asked {
  act: PaperAct
  offer: Offer | null
  /** As it was when the question was opened: the live update of a step can come before its answer. */
  project: Project
}

function Asking({
  act,
  offer,
  project,
  room,
  marks,
  viewerId,
  onClose,
}: Asked & Omit<ProofDecisionProps, 'version'> & { onClose: () => void }) {
  const dialog = { project, viewerId, onClose }
  if (act === 'complete')
    return (
      <CompleteDialog {...dialog}>
        <ApprovalList room={room} marks={marks} />
      </CompleteDialog>
    )
  if (act === 'requestRevision')
    return (
      <ChangeDialog {...dialog}>
        {marks.some(isOpen) ? <ChangeList room={room} marks={marks} /> : undefined}
      </ChangeDialog>
    )
  if (act === 'acceptOffer')
    return offer === null ? null : <AcceptOfferDialog {...dialog} offer={offer} />
  return <PricedChangeDialog {...dialog} />
}
