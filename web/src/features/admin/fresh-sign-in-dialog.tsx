import { signInAgainUrl } from '@plinth/contract/http/urls.ts'
import { currentPath } from '../../lib/routing/paths.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog, DialogFooter } from '../../ui/overlay/dialog.tsx'
import { texts } from './admin-texts.ts'

/** Leads to sign-in for what asks for a fresh one. It leads back to this place, where nothing is repeated by itself. */
export const FreshSignInDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={(stays) => {
      if (!stays) onClose()
    }}
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
