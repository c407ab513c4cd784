import { Link, useLocation, type LinkComponentProps } from '@tanstack/react-router'
import { useViewer } from '../session/use-viewer.ts'

/** To the viewer's own profile, open under either of its two addresses. */
export function OwnProfileLink(props: Pick<LinkComponentProps, 'className' | 'children'>) {
  const id = useViewer()?.id ?? ''
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Link
      {...props}
      to="/profile/$id"
      params={{ id }}
      aria-current={path === `/creator/${id}` ? 'page' : undefined}
    />
  )
}
