import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx'
import { editorTexts as texts } from './editor-texts.ts'
import { useOpenStudio } from './studio.ts'

/** Saves before somebody leaves, and asks only if that fails or files are still on their way. */
export function LeaveCheck() {
  const { state, uploads, shown } = useOpenStudio()
  const hasFiles = uploads.pending > 0
  return (
    <LeaveGuard
      armed={hasFiles || shown.saving.phase !== 'saved'}
      shouldBlock={async () => hasFiles || (await state.flush()) === null}
      title={texts.leaveTitle}
      text={hasFiles ? texts.waitForFiles : texts.leaveText}
      stay={texts.stay}
      leave={texts.leave}
    />
  )
}
