import { goToSignIn } from '../../lib/routing/paths.ts'
import { useViewer } from './use-viewer.ts'

/** Something that needs an account. It can be done after signing in, when the page that asked is long gone. */
export type MemberAct =
  | { kind: 'like' | 'save'; of: 'portfolio' | 'post'; id: string }
  | { kind: 'follow'; id: string; name: string }
  /** Opens an address, such as the one of the dialog that hires. */
  | { kind: 'open'; path: string; name: string; for: 'hire' | 'inquire' | 'message' | 'comment' }

/** Returns a function that runs `perform` for members; a visitor is asked to sign in for the act instead. */
export function useMemberAct(): (act: MemberAct, perform: () => void) => void {
  const viewer = useViewer()
  return (_act, perform) => {
    if (viewer === null) goToSignIn()
    else perform()
  }
}
