import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import type { Profile } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { readAllAgain } from '../../lib/cache/writes.ts'
import { openReport } from '../../lib/format/report-state.ts'
import { useOnceOpened } from '../../lib/browser/use-once-opened.ts'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { texts } from './person-menu-texts.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/overlay/dialog.tsx')).ConfirmDialog,
}))

/** What can be done about somebody besides following and writing to them. */
export function PersonMenu({ person: { id, firstName: name, isBlocked } }: { person: Profile }) {
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const asked = useOnceOpened(asks)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(blockUser, { params: { id } }),
    onSuccess: async () => {
      setAsks(false)
      toast({ title: texts.blocked(name), description: texts.blockedLine, variant: 'success' })
      // Follows have ended, and each is out of the other's lists.
      await readAllAgain(client)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      toast({ title: texts.failed, variant: 'destructive' })
    },
  })
  return (
    <>
      <Menu
        trigger={
          <IconButton name={texts.label(name)}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => openReport({ kind: 'user', id, name })}>
          <Flag size={18} aria-hidden />
          {texts.report(name)}
        </MenuItem>
        {isBlocked ? null : (
          <MenuItem tone="danger" onSelect={() => setAsks(true)}>
            <Ban size={18} aria-hidden />
            {texts.block(name)}
          </MenuItem>
        )}
      </Menu>
      <Suspense fallback={null}>
        {asked ? (
          <ConfirmDialog
            open={asks}
            onOpenChange={setAsks}
            title={texts.title(name)}
            description={texts.line}
            keep={texts.keep}
            confirm={texts.block(name)}
            busy={isPending && texts.busy}
            onConfirm={() => mutate()}
          />
        ) : null}
      </Suspense>
    </>
  )
}
