import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toUpload } from '../../features/navigation/links.ts'
import { useMarkRead } from '../../features/notifications/use-mark-read.ts'
import type { PaletteAction } from '../../features/search/palette/palette-rules.ts'
import { SearchPalette } from '../../features/search/palette/search-palette.tsx'
import type { Viewer } from '../../features/session/session-api.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { closePalette, type Palette } from '../../lib/browser/palette-state.ts'
import { badgeText, unreadQuery } from '../../lib/live/unread.ts'
import { postDialog } from '../../lib/routing/dialog-search.ts'

interface RoutedPaletteProps {
  /** Null while it closes. */
  palette: Palette | null
}

/** The search palette with what its viewer can do at once. */
export function RoutedPalette(props: RoutedPaletteProps) {
  const viewer = useViewer()
  return viewer === null ? (
    <Shown {...props} viewerId={null} actions={[]} />
  ) : (
    <MemberPalette {...props} viewer={viewer} />
  )
}

function MemberPalette({ viewer, ...props }: RoutedPaletteProps & { viewer: Viewer }) {
  return <Shown {...props} viewerId={viewer.id} actions={useActions(viewer)} />
}

interface ShownProps extends RoutedPaletteProps {
  viewerId: string | null
  actions: readonly PaletteAction[]
}

function Shown({ palette, ...rest }: ShownProps) {
  // The words stay while it animates out.
  const [shown, setShown] = useState(palette)
  if (palette !== null && palette !== shown) setShown(palette)
  return (
    <SearchPalette
      {...rest}
      open={palette !== null}
      start={shown?.words ?? ''}
      isTyped={shown?.isTyped ?? false}
      onClose={closePalette}
    />
  )
}

/** The main actions, the most frequent first. */
function useActions({ isCreator }: Viewer): PaletteAction[] {
  const navigate = useNavigate()
  const unread = useQuery(unreadQuery).data?.count ?? 0
  const { markAll } = useMarkRead()
  return [
    {
      id: 'post',
      label: 'Create Post',
      icon: 'post',
      perform: () => void navigate(postDialog),
    },
    ...(isCreator
      ? [
          {
            id: 'upload',
            label: 'Upload a work',
            icon: 'upload',
            perform: () => void navigate(toUpload),
          } as const,
        ]
      : []),
    ...(unread > 0
      ? [
          {
            id: 'read',
            label: 'Mark all notifications as read',
            icon: 'read',
            note: `${badgeText(unread)} new`,
            perform: markAll,
          } as const,
        ]
      : []),
    {
      id: 'messages',
      label: 'Messages',
      icon: 'messages',
      perform: () => void navigate({ to: '/messages' }),
    },
    {
      id: 'saved',
      label: 'Saved posts and works',
      icon: 'saved',
      perform: () => void navigate({ to: '/saved-posts' }),
    },
    {
      id: 'boards',
      label: 'Boards',
      icon: 'boards',
      perform: () => void navigate({ to: '/boards' }),
    },
    {
      id: 'settings',
      label: 'Settings',
      icon: 'settings',
      perform: () => void navigate({ to: '/settings' }),
    },
  ]
}
