import '../../../styles/form-dialog.css'
import '../upload.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { retryMedia } from '@plinth/contract/media/media.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { call } from '../../../lib/api/api.ts'
import { makeDraft } from '../../../lib/forms/draft.ts'
import { receiptDialog } from '../../../lib/routing/dialog-search.ts'
import { useCloseDialog } from '../../../lib/routing/use-close-dialog.ts'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import type { Viewer } from '../../session/session-api.ts'
import { uploadTexts } from './upload-texts.ts'
import { UploadForm } from './upload-form.tsx'
import { WORK_DRAFT } from '../form/work-form.ts'

/** The dialog for a new work. Asks before it closes with unsent input. */
export function UploadDialog({ open, viewer }: { open: boolean; viewer: Viewer }) {
  const close = useCloseDialog()
  const router = useRouter()
  const client = useQueryClient()
  const [unsent, setUnsent] = useState(false)
  const [published, setPublished] = useState<PortfolioItem | null>(null)
  /** Several files, which the tray sends instead of this form. */
  const [several, setSeveral] = useState<readonly File[] | null>(null)
  const follow = async (work: PortfolioItem): Promise<void> => {
    const { followPublished } = await import('./follow.ts')
    const { title, picture } = work
    followPublished(client, work, {
      onListed: () =>
        toast({
          title: uploadTexts.doneTitle,
          description: uploadTexts.done(title),
          action: {
            label: uploadTexts.seeReceipt,
            onClick: () => void router.navigate(receiptDialog(picture.id)),
          },
        }),
      onFailed: ({ failure }) =>
        showFailure(
          `${failure ?? uploadTexts.makingFailed} ${uploadTexts.stillYours(title)}`,
          () =>
            void call(retryMedia, { params: { id: picture.id } })
              .catch(() => undefined)
              .then(() => follow(work)),
        ),
    })
  }
  const finish = useEffectEvent((work: PortfolioItem) => {
    close()
    if (work.state === 'draft') {
      void import('./drafted.ts').then(({ sayDrafted }) =>
        sayDrafted(client, work, () => void router.navigate({ to: '/drafts' })),
      )
      return
    }
    if (!work.isListed)
      toast({ title: uploadTexts.almostTitle, description: uploadTexts.almost(work.title) })
    void follow(work)
  })
  const give = useEffectEvent((files: readonly File[]) => {
    close()
    void import('../tray/tray-state.ts').then(({ giveToTray }) => giveToTray(files))
  })
  useEffect(() => {
    if (several !== null) give(several)
  }, [several])
  // Only now the guard below lets the dialog go.
  useEffect(() => {
    if (published !== null) finish(published)
  }, [published])
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={whenClosed(close)}
        title={uploadTexts.title}
        className="form-dialog"
      >
        <UploadForm
          viewer={viewer}
          onUnsent={(next) => {
            setUnsent(next)
            if (!next) return
            setPublished(null)
            setSeveral(null)
          }}
          onDone={setPublished}
          onSeveral={setSeveral}
        />
      </Dialog>
      <LeaveGuard
        armed={open && unsent && published === null && several === null}
        title={uploadTexts.leaveTitle}
        text={uploadTexts.leaveText}
        stay={uploadTexts.stay}
        leave={uploadTexts.leave}
        onLeave={() => makeDraft(WORK_DRAFT).drop(sessionStorage, viewer.id)}
      />
    </>
  )
}
