import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { suspendMany } from '@plinth/contract/moderation/bulk.ts'
import { call } from '../../../lib/api/api.ts'
import { fullName } from '../../../lib/format/format.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { refreshAdmin } from '../admin-api.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { bulkTexts, userBulkTexts as texts } from './bulk-texts.ts'
import { useBulk } from './use-bulk.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'

type Act = 'suspend' | 'restore'
interface Way {
  suspended: boolean
  reason: string
}
const actOf = ({ suspended }: Way): Act => (suspended ? 'suspend' : 'restore')

/** Suspends or restores many accounts for one reason. */
export function UserBulk({
  users,
  chosen,
  viewerId,
}: {
  users: readonly AdminUser[]
  chosen: Chosen
  viewerId: string
}) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Act | null>(null)
  const [shown, setShown] = useState<Act>('suspend')
  const draft = useTextDraft('bulk.users', viewerId, { isPerTab: true })
  const nameOf = (id: string) => {
    const user = users.find((one) => one.id === id)
    return user && fullName(user)
  }
  const bulk = useBulk<Way>({
    chosen,
    resume: 'bulk.users',
    send: (way, ids) => call(suspendMany, { body: { ids, ...way } }),
    nameOf,
    done: (way, count) => texts.done[actOf(way)](count),
    undoOf: ({ suspended }) => (suspended ? { suspended: false, reason: bulkTexts.undone } : null),
    onChanged: () => refreshAdmin(client, listUsers),
    onSent: () => {
      setAsked(null)
      draft.drop()
    },
  })
  const picked = users.filter(({ id }) => chosen.has(id))
  const ids = {
    suspend: picked.filter(({ suspended }) => suspended === null).map(({ id }) => id),
    restore: picked.filter(({ suspended }) => suspended !== null).map(({ id }) => id),
  }
  const button = (act: Act, variant: 'quiet-danger' | 'secondary') =>
    ids[act].length === 0 ? null : (
      <Button
        variant={variant}
        disabled={bulk.isBusy}
        onClick={() => {
          setShown(act)
          setAsked(act)
        }}
      >
        {texts[act](ids[act].length)}
      </Button>
    )
  return (
    <>
      <BulkBar chosen={chosen} all={users.map(({ id }) => id)} bulk={bulk}>
        {button('restore', 'secondary')}
        {button('suspend', 'quiet-danger')}
      </BulkBar>
      <BulkDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={texts.titles[shown](ids[shown].length)}
        says={texts.says[shown]}
        hint={texts.hints[shown]}
        send={texts.sends[shown]}
        variant={shown === 'suspend' ? 'danger' : 'primary'}
        draft={draft}
        bulk={bulk}
        onSend={(reason) => bulk.run({ suspended: shown === 'suspend', reason }, ids[shown])}
      />
    </>
  )
}
