import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, Flag } from 'lucide-react'
import { lazy, useState } from 'react'
import { blockUser, unblockUser } from '@plinth/contract/people/blocks.ts'
import type { Profile } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { readAllAgain } from '../../lib/cache/writes.ts'
import { openReport } from '../../lib/format/report-state.ts'
import { Button } from '../../ui/actions/button.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { showFailure, toast, showError } from '../../ui/feedback/toast.ts'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { texts } from './person-menu-texts.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/overlay/dialog.tsx')).ConfirmDialog,
}))

/** Further actions on somebody's profile: report and block. */
export function PersonMenu({ person: { id, firstName: name, isBlocked } }: { person: Profile }) {
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(blockUser, { params: { id } }),
    onSuccess: async () => {
      setConfirming(false)
      toast({ title: texts.blocked(name), description: texts.blockedLine, variant: 'success' })
      // Follows have ended, and the two are no longer in each other's lists.
      await readAllAgain(client)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      showError(texts.failed)
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
          <MenuItem tone="danger" onSelect={() => setConfirming(true)}>
            <Ban size={18} aria-hidden />
            {texts.block(name)}
          </MenuItem>
        )}
      </Menu>
      <OnceOpened open={isConfirming}>
        <ConfirmDialog
          open={isConfirming}
          onOpenChange={setConfirming}
          title={texts.title(name)}
          description={texts.line}
          keep={texts.keep}
          confirm={texts.block(name)}
          busy={isPending && texts.busy}
          onConfirm={() => mutate()}
        />
      </OnceOpened>
    </>
  )
}

/** Says that the viewer blocks this person, and unblocks them. In place of following and writing to them. */
export function Unblock({ person: { id, firstName: name } }: { person: Profile }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(unblockUser, { params: { id } }),
    onSuccess: async () => {
      toast({
        title: texts.unblocked,
        description: texts.unblockedLine(name),
        variant: 'success',
      })
      await readAllAgain(client)
      // The button that had the focus is gone.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) showFailure(texts.unblockFailed, () => mutate())
    },
  })
  return (
    <>
      <p className="self-center text-16 text-ink">{texts.blocked(name)}</p>
      <Button aria-label={texts.unblockName(name)} disabled={isPending} onClick={() => mutate()}>
        {texts.unblock}
      </Button>
    </>
  )
}
