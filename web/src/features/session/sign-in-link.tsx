import type { ComponentProps } from 'react'
import type { MemberAct } from './member-act.ts'
import { useSignInLink } from './use-member-act.ts'

/** What visitors press in place of a members' button. */
export function SignInLink({ act, ...rest }: { act: MemberAct } & ComponentProps<'a'>) {
  return <a {...rest} {...useSignInLink(act)} />
}
