import { signInAgainUrl } from '@plinth/contract/http/urls.ts'
import { currentPath } from '../../lib/routing/paths.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../ui/overlay/dialog.tsx'
import { texts } from './admin-texts.ts'

/** Asks for a fresh sign-in, which leads back to this page. The action is not repeated automatically. */
export const FreshSignInDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.fresh.title}
    description={texts.fresh.says}
    width="small"
    role="alertdialog"
  >
    <DialogFooter>
      <Button onClick={onClose}>{texts.cancel}</Button>
      <Button asChild variant="primary">
        <a href={signInAgainUrl(currentPath())}>{texts.fresh.button}</a>
      </Button>
    </DialogFooter>
  </Dialog>
)
