import { LOGIN_REDIRECT_DELAY_MS } from '@plinth/contract/limits.ts'
import { loginUrlHere } from '../../lib/routing/paths.ts'
import { toast } from '../../ui/feedback/toast.ts'

let leaving = false

/** Tells the person that their session has ended, then goes to sign-in, which leads back to this path. */
export function goToLogin(): void {
  if (leaving) return
  leaving = true
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  })
  setTimeout(() => {
    location.href = loginUrlHere()
  }, LOGIN_REDIRECT_DELAY_MS)
}
