import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { dateAndTime } from '../../../../../lib/format/format.ts'
import { Button } from '../../../../../ui/actions/button.tsx'
import { QueryView } from '../../../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../../../ui/feedback/toast.ts'
import { Dialog, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { fileIdsOf, studyOf } from '../document/study-rules.ts'
import { revisionQuery, revisionsQuery } from '../editor-api.ts'
import { versionTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'
import { StudyView } from '../study-view.tsx'

interface VersionsDialogProps {
  open: boolean
  onClose: () => void
}

/** Earlier versions of the page. Using one is a change like any other, so it is saved and can be undone. */
export const VersionsDialog = ({ open, onClose }: VersionsDialogProps) => (
  <Dialog open={open} onOpenChange={whenClosed(onClose)} title={texts.title} width="large">
    <Versions onClose={onClose} />
  </Dialog>
)

function Versions({ onClose }: Pick<VersionsDialogProps, 'onClose'>) {
  const { id } = useOpenStudio()
  const [shown, setShown] = useState<number | null>(null)
  const query = useQuery(revisionsQuery(id))
  if (shown !== null)
    return <Version revision={shown} onBack={() => setShown(null)} onClose={onClose} />
  return (
    <QueryView
      query={query}
      skeleton={<Waiting />}
      failed={texts.failed}
      empty={<p className="mt-4 text-16 text-ink-2">{texts.empty}</p>}
    >
      {(revisions) => (
        <ul className="editor-versions">
          {revisions.map(({ revision, savedAt, blockCount, isPublished }) => (
            <li key={revision}>
              <span className="tnum min-w-0 text-16 text-ink">{dateAndTime(savedAt)}</span>
              <span className="text-14 text-ink-3">{texts.blocks(blockCount)}</span>
              <span className="text-14 text-success">{isPublished ? texts.published : null}</span>
              <Button
                aria-label={texts.showOne(dateAndTime(savedAt))}
                onClick={() => setShown(revision)}
              >
                {texts.show}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}

const Waiting = () => (
  <div role="status" aria-label={texts.loading}>
    <Skeleton className="mt-4 h-11" />
    <Skeleton className="mt-3 h-11" />
  </div>
)

interface VersionProps {
  revision: number
  onBack: () => void
  onClose: () => void
}

function Version({ revision, onBack, onClose }: VersionProps) {
  const { id, state } = useOpenStudio()
  const query = useQuery(revisionQuery(id, revision))
  return (
    <QueryView query={query} skeleton={<Waiting />} failed={texts.failed}>
      {(version) => (
        <>
          <div className="editor-version-head">
            <Button variant="quiet" onClick={onBack}>
              <ArrowLeft size={18} aria-hidden />
              {texts.back}
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                state.renewFiles(version.files)
                state.change((now) => {
                  const study = studyOf(version)
                  // The cover of then may belong to another work now.
                  const isThere = fileIdsOf(study).includes(study.coverId)
                  return { ...study, coverId: isThere ? study.coverId : now.coverId }
                })
                toast({ title: texts.restored, variant: 'success' })
                onClose()
              }}
            >
              {texts.restore}
            </Button>
          </div>
          <h3 className="text-14 text-ink-3">{texts.versionOf(dateAndTime(version.savedAt))}</h3>
          <p className="work-title mt-4 text-32 text-ink wrap-anywhere">{version.title}</p>
          <p className="mt-2 mb-6 text-16 whitespace-pre-line text-ink-2">{version.description}</p>
          <StudyView blocks={version.blocks} files={version.files} people={version.people} />
        </>
      )}
    </QueryView>
  )
}
