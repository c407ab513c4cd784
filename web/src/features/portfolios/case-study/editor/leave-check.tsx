import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../../ui/overlay/dialog.tsx'
import { editorTexts as texts } from './editor-texts.ts'
import { useOpenStudio } from './studio.ts'

/** Saves before somebody leaves, and asks only if that fails or files are still on their way. */
export function LeaveCheck() {
  const { state, uploads } = useOpenStudio()
  const blocker = useBlocker({
    shouldBlockFn: async () => uploads.pending > 0 || (await state.flush()) === null,
    enableBeforeUnload: () => uploads.pending > 0 || state.isDirty(),
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(stays) => {
        if (!stays) blocker.reset?.()
      }}
      title={texts.leaveTitle}
      description={uploads.pending > 0 ? texts.waitForFiles : texts.leaveText}
      keep={texts.stay}
      confirm={texts.leave}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
