import { LOGIN_REDIRECT_DELAY_MS } from '@plinth/contract/limits.ts'
import { asksToSignIn, sentenceOf } from '../../lib/api/errors.ts'
import { loginUrlHere } from '../../lib/routing/paths.ts'
import { showError } from '../../ui/feedback/toast.ts'

let leaving = false

/** Tells the person that their session has ended, then goes to sign-in, which leads back to this path. */
export function goToLogin(): void {
  if (leaving) return
  leaving = true
  showError('Unauthorized', 'You are logged out. Logging in again...')
  setTimeout(() => {
    location.href = loginUrlHere()
  }, LOGIN_REDIRECT_DELAY_MS)
}

/** Shows why a call failed, by the server's sentence or this one, unless it leads to sign-in by itself. */
export function showCallError(error: unknown, title: string, otherwise: string): void {
  if (!asksToSignIn(error)) showError(title, sentenceOf(error, otherwise))
}
