import type { ComponentProps, ReactNode } from 'react'
import type { MemberAct } from './acts.ts'
import { useSignInLink } from './use-member-act.ts'

/** What visitors press in place of a members' button. */
export function SignInLink({ act, children, ...rest }: { act: MemberAct } & ComponentProps<'a'>) {
  return (
    <a {...rest} {...useSignInLink(act)}>
      {children}
    </a>
  )
}

interface MemberButtonProps {
  act: MemberAct
  pressed?: boolean | undefined
  onPress: (button: HTMLElement) => void
  'aria-label'?: string
  className?: string
  children: ReactNode
}

/** A button for members; visitors get a link that asks them to sign in for the act. */
export function MemberButton({ act, pressed, onPress, children, ...rest }: MemberButtonProps) {
  const signIn = useSignInLink(act)
  if (signIn !== null) {
    return (
      <a {...rest} {...signIn}>
        {children}
      </a>
    )
  }
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={({ currentTarget }) => onPress(currentTarget)}
      {...rest}
    >
      {children}
    </button>
  )
}
