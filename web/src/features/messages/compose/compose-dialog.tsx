import '../../../styles/form-dialog.css'
import '../compose.css'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { focusText } from './compose-fields.tsx'
import type { Addressee } from './compose-head.tsx'
import { composeTexts as texts } from './compose-texts.ts'

const NotReady = lazy(async () => ({
  default: (await import('./compose-not-ready.tsx')).NotReady,
}))
const LeaveGuard = lazy(async () => ({
  default: (await import('../../../ui/form/leave-guard.tsx')).LeaveGuard,
}))

type Ready = Extract<Addressee, { state: 'ready' }>

interface ComposeDialogProps {
  open: boolean
  addressee: Addressee
  title: (ready: Ready | null) => string
  className: string
  onClose: () => void
  children: (ready: Ready, onUnarrived: (files: number) => void) => ReactNode
}

/** A dialog to write to somebody. The text is saved as a draft, so it only asks before closing during uploads. */
export function ComposeDialog(props: ComposeDialogProps) {
  const { open, addressee, title, className, onClose, children } = props
  const [unarrived, setUnarrived] = useState(0)
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={whenClosed(onClose)}
        title={title(addressee.state === 'ready' ? addressee : null)}
        className={`form-dialog ${className}`}
        onOpenAutoFocus={(event) => {
          if (event.target instanceof Element && focusText(event.target)) event.preventDefault()
        }}
      >
        {addressee.state === 'ready' ? (
          children(addressee, setUnarrived)
        ) : (
          <div className="form-dialog-body">
            <Suspense fallback={null}>
              <NotReady addressee={addressee} onClose={onClose} />
            </Suspense>
          </div>
        )}
      </Dialog>
      <OnceOpened open={unarrived > 0}>
        <LeaveGuard
          armed={open && unarrived > 0}
          title={texts.leave.title}
          text={texts.leave.text}
          stay={texts.leave.stay}
          leave={texts.leave.leave}
        />
      </OnceOpened>
    </>
  )
}
