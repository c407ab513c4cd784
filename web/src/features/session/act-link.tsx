import type { ComponentProps, MouseEvent } from 'react'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { useMemberAct, type MemberAct } from './use-member-act.ts'

const nothing = () => undefined

/** Where the visitor comes back to who signs in for this without a script. */
function pathOf(act: MemberAct): string {
  if (act.kind === 'open') return act.path
  if (act.kind === 'follow') return `/profile/${act.id}`
  return `/${act.of}/${act.id}`
}

/** The same act on the screen where it was asked for, so that the visitor comes back to that one. */
function actHere(act: MemberAct): MemberAct {
  if (act.kind !== 'open') return act
  const here = new URL(location.href)
  for (const [name, value] of new URL(act.path, here).searchParams)
    here.searchParams.set(name, value)
  return { ...act, path: `${here.pathname}${here.search}` }
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** What a visitor presses for something that needs an account. Without scripts it leads to sign-in and back. */
export function ActLink({
  act,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { act: MemberAct }) {
  const ask = useMemberAct()
  return (
    <a
      {...rest}
      href={loginUrl(pathOf(act))}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        ask(actHere(act), nothing)
      }}
    >
      {children}
    </a>
  )
}
