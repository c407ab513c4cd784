import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { hireDialog, inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { hireDraft } from '../hire/hire-fields.ts'
import { texts } from './room-texts.ts'

interface HireAgainProps {
  project: Project
  viewerId: string
}

/** After a completed project: the way to the next one. Nothing for anybody but the client. */
export function HireAgain({ project, viewerId }: HireAgainProps) {
  const { role, status, work, creator } = project
  if (role !== 'client' || status !== 'completed') return null
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      {work === null ? (
        <Button size={52} asChild>
          <Link {...inquiryDialog(creator.id)}>{texts.again.ask(creator.firstName)}</Link>
        </Button>
      ) : (
        <SameBrief project={project} workId={work.id} viewerId={viewerId} />
      )}
    </div>
  )
}

/** Fills in the form with the words of this project, unless another request for the work was begun. */
function SameBrief({ project, workId, viewerId }: HireAgainProps & { workId: string }) {
  const draft = useDraft({ ...hireDraft(workId), owner: viewerId })
  const [hasBegun, setBegun] = useState(draft.saved !== null)
  const { description, timeline, references, creator } = project
  return (
    <>
      <Button size={52} asChild>
        <Link
          {...hireDialog(workId)}
          onClick={() => {
            if (!hasBegun) draft.save({ description, timeline, references })
            setBegun(true)
          }}
        >
          {texts.again.hire(creator.firstName)}
        </Link>
      </Button>
      <p className="text-13 text-ink-3">{texts.again.says}</p>
    </>
  )
}
