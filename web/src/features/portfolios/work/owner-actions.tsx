import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChartNoAxesColumn, ReceiptText, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { receiptDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { texts } from './work-texts.ts'
import { showCallError } from '../../session/unauthorized.ts'

const importActs = () => import('./hiding.ts')
const WorkState = lazy(async () => ({ default: (await import('./work-state.tsx')).WorkState }))

interface OwnerActionsProps {
  work: PortfolioItem
  onEdit: () => void
  onGone: () => void
}

export function OwnerActions({ work, onEdit, onGone }: OwnerActionsProps) {
  const [asking, setAsking] = useState(false)
  const { id, title, state } = work
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => (await importActs()).binWork(client, work, onGone),
    onSettled: () => setAsking(false),
    onError: (error) => showCallError(error, texts.errorTitle, texts.owner.deleteFailed),
  })
  const hide = useMutation({
    mutationFn: async () => (await importActs()).hideWork(client, work),
    onError: (error) => showCallError(error, texts.errorTitle, texts.owner.hideFailed),
  })
  return (
    <div className={clsx('mt-5 flex flex-wrap gap-3', state === 'published' && 'owner-acts')}>
      {state === 'published' ? null : (
        <Suspense fallback={<span className="h-11 w-full" />}>
          <WorkState work={work} />
        </Suspense>
      )}
      {work.isListed || work.isTakenDown || state !== 'published' ? null : (
        <p className="w-full text-14 text-ink-2">
          {work.picture.state === 'failed' ? texts.owner.unprepared : texts.owner.preparing}
        </p>
      )}
      <Button className="flex-1 bg-surface-3 hover:bg-line" onClick={onEdit}>
        {texts.owner.edit}
      </Button>
      {state === 'binned' ? null : (
        <Button className="flex-1 bg-surface-3 hover:bg-line" asChild>
          <Link to="/portfolio/$id/$part" params={{ id, part: 'edit' }}>
            {texts.owner.editPage}
          </Link>
        </Button>
      )}
      {state === 'published' ? (
        <Button
          className="flex-1 bg-surface-3 hover:bg-line"
          busy={hide.isPending && texts.owner.hiding}
          onClick={() => hide.mutate()}
        >
          {texts.owner.hide}
        </Button>
      ) : null}
      {state === 'binned' ? null : (
        <Button variant="quiet-danger" className="flex-1" onClick={() => setAsking(true)}>
          {texts.owner.delete}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.owner.deleteTitle(title)}
        description={texts.owner.deleteText}
        keep={texts.owner.keep}
        confirm={texts.owner.deleteButton(title)}
        busy={remove.isPending && texts.owner.deleting}
        onConfirm={() => remove.mutate()}
      />
    </div>
  )
}

/** The link to what happened to the file after the upload. */
export const ReceiptLink = ({ work: { picture } }: Pick<OwnerActionsProps, 'work'>) => (
  <Link
    {...receiptDialog(picture.id)}
    className="mt-3 -ml-0.5 inline-flex min-h-11 items-center gap-2 text-14 text-ink-2 hover:text-ink hover:underline"
  >
    <ReceiptText size={20} className="text-ink-3" aria-hidden />
    {texts.owner.receipt}
  </Link>
)

/** The link to how the work was made and whether it is kept out of AI training. */
export const RightsLink = ({ id }: { id: string }) => (
  <Link
    to="/portfolio/$id/$part"
    params={{ id, part: 'rights' }}
    className="-ml-0.5 inline-flex min-h-11 items-center gap-2 self-start text-14 text-ink-2 hover:text-ink hover:underline"
  >
    <ShieldCheck size={20} className="text-ink-3" aria-hidden />
    {texts.owner.rights}
  </Link>
)

/** The link to what the work got. */
export const StatisticsLink = ({ id }: { id: string }) => (
  <Link
    to="/portfolio/$id/$part"
    params={{ id, part: 'statistics' }}
    className="-ml-0.5 inline-flex min-h-11 items-center gap-2 self-start text-14 text-ink-2 hover:text-ink hover:underline"
  >
    <ChartNoAxesColumn size={20} className="text-ink-3" aria-hidden />
    {texts.owner.statistics}
  </Link>
)
