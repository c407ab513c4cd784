import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, ReceiptText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { deletePortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { call } from '../../../lib/api/api.ts'
import { receiptDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshAfter } from '../portfolio-cache.ts'
import { texts } from './work-texts.ts'
import { showCallError } from '../../session/unauthorized.ts'

interface OwnerActionsProps {
  work: PortfolioItem
  onEdit: () => void
  onGone: () => void
}

export function OwnerActions({ work, onEdit, onGone }: OwnerActionsProps) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { id, title } = work
  const remove = useMutation({
    mutationFn: () => call(deletePortfolio, { params: { id } }),
    onSuccess: async () => {
      const refreshed = refreshAfter(client, { type: 'delete', id })
      setAsking(false)
      onGone()
      toast({ title: texts.owner.deleted, description: title })
      await refreshed
    },
    onError: (error) => {
      setAsking(false)
      showCallError(error, texts.errorTitle, texts.owner.deleteFailed)
    },
  })
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {work.isListed || work.isTakenDown ? null : (
        <p className="w-full text-14 text-ink-2">
          {work.picture.state === 'failed' ? texts.owner.unprepared : texts.owner.preparing}
        </p>
      )}
      <Button className="flex-1 bg-surface-3 hover:bg-line" onClick={onEdit}>
        {texts.owner.edit}
      </Button>
      <Button className="flex-1 bg-surface-3 hover:bg-line" asChild>
        <Link to="/portfolio/$id/$part" params={{ id, part: 'edit' }}>
          {texts.owner.editPage}
        </Link>
      </Button>
      <Button variant="quiet-danger" className="flex-1" onClick={() => setAsking(true)}>
        {texts.owner.delete}
      </Button>
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
