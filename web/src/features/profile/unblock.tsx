import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unblockUser } from '@plinth/contract/people/blocks.ts'
import type { Profile } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { readAllAgain } from '../../lib/cache/writes.ts'
import { Button } from '../../ui/actions/button.tsx'
import { sayFailed } from '../../ui/feedback/say-failed.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { texts } from './person-menu-texts.ts'

/** In place of following and writing to somebody whom the viewer blocks: that it is so, and the way back. */
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
      // The button under the focus has gone.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) sayFailed(texts.unblockFailed, () => mutate())
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
