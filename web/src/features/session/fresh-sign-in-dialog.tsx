import { useState } from 'react'
import { signInAgainUrl } from '@plinth/contract/http/urls.ts'
import { currentPath } from '../../lib/routing/paths.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../ui/overlay/dialog.tsx'
import { askToSignIn, type RefusedAct } from './acts.ts'
import { freshTexts as texts } from './fresh-sign-in-texts.ts'
import { rememberAct } from './pending.ts'

/** Asks a member to sign in again, which leads back to this page. There the act goes on. */
export function FreshSignInDialog({ act, viewerId }: { act: RefusedAct | null; viewerId: string }) {
  // Kept while the dialog animates out.
  const [shown, setShown] = useState(act)
  if (act !== null && act !== shown) setShown(act)
  const close = () => askToSignIn(null)
  const path = currentPath()
  return (
    <Dialog
      open={act !== null}
      onOpenChange={whenClosed(close)}
      title={texts.title}
      description={texts.says}
      width="small"
      role="alertdialog"
    >
      <DialogFooter>
        <Button onClick={close}>{texts.close}</Button>
        <Button asChild variant="primary">
          <a
            href={signInAgainUrl(path)}
            onClick={() => {
              if (shown !== null) rememberAct({ ...shown, viewerId }, path)
            }}
          >
            {texts.button}
          </a>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
