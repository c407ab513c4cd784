import { useLocation } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { askToSignIn, type MemberAct } from './acts.ts'
import { useViewer } from './use-viewer.ts'

/** Returns a function that runs `perform` for members; a visitor is asked to sign in for the act instead. */
export function useMemberAct(): (act: MemberAct, perform: () => void) => void {
  const viewer = useViewer()
  return (act, perform) => {
    if (viewer === null) askToSignIn(act)
    else perform()
  }
}

/** The same act on the screen where it was asked for, so that the visitor comes back to that one. */
function actHere(act: MemberAct): MemberAct {
  if (act.kind !== 'open') return act
  const here = new URL(location.href)
  for (const [name, value] of new URL(act.path, here).searchParams)
    here.searchParams.set(name, value)
  return { ...act, path: `${here.pathname}${here.search}` }
}

export interface SignInProps {
  href: string
  'aria-haspopup': 'dialog'
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void
}

/**
 * For a button that needs an account: null for members, and for visitors the props of a link that takes its place.
 * Without scripts it leads to sign-in and back; with them it asks first.
 */
export function useSignInLink(act: MemberAct): SignInProps | null {
  const isVisitor = useViewer() === null
  const here = useLocation({ select: ({ href }) => href })
  if (!isVisitor) return null
  return {
    href: loginUrl(act.kind === 'open' ? act.path : here),
    'aria-haspopup': 'dialog',
    onClick: (event) => {
      // A new tab or window was asked for.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      askToSignIn(actHere(act))
    },
  }
}
