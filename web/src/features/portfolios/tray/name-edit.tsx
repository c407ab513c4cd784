import { prepareChecker } from '../../../lib/forms/contract.ts'
import { useSavedForm } from '../../../lib/forms/use-saved-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import type { Viewer } from '../../session/session-api.ts'
import { AltField, WorkFields } from '../form/work-fields.tsx'
import { withDefaults, type WorkForm } from '../form/work-form.ts'
import { createProblems } from '../form/work-rules.ts'
import type { TrayFile } from './tray-rules.ts'
import { trayTexts as texts } from './tray-texts.ts'

interface NameDialogProps {
  file: TrayFile
  viewer: Viewer
  onNamed: (fields: WorkForm) => void
  onClose: () => void
}

/** What a file in the tray is called, and everything else that its draft starts with. */
export const NameDialog = (props: NameDialogProps) => (
  <Dialog
    open
    onOpenChange={whenClosed(props.onClose)}
    title={texts.nameTitle}
    description={props.file.name}
  >
    <NameForm key={props.file.key} {...props} />
  </Dialog>
)

function NameForm({ file, viewer, onNamed, onClose }: NameDialogProps) {
  const form = useSavedForm<WorkForm>({
    empty: file.fields,
    draft: null,
    check: (typed) => createProblems(withDefaults(typed, viewer), false),
    prepare: prepareChecker,
  })
  return (
    <form
      noValidate
      className="mt-5 grid gap-5"
      onSubmit={(event) =>
        form.submit(event, (typed) => {
          onNamed(typed)
          onClose()
        })
      }
    >
      <WorkFields control={form.control} defaults={viewer} />
      <AltField control={form.control} />
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary">
          {texts.done}
        </Button>
      </DialogFooter>
    </form>
  )
}
