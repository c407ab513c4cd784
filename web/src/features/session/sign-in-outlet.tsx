import { lazy, useEffect } from 'react'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { useAskedAct } from './acts.ts'
import { forgetAct } from './pending.ts'

const SignInDialog = lazy(async () => ({
  default: (await import('./sign-in-dialog.tsx')).SignInDialog,
}))

/** Shows the dialog that asks a visitor to sign in. Whoever is back as a visitor has changed their mind. */
export function SignInOutlet() {
  const asked = useAskedAct()
  const act = asked?.kind === 'again' ? null : asked
  useEffect(() => {
    forgetAct()
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) forgetAct()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return (
    <OnceOpened open={act !== null}>
      <SignInDialog act={act} />
    </OnceOpened>
  )
}
